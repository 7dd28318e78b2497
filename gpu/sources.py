"""Kernels' text: `.cu` files with their includes pasted, and the structures declared in them.

CuPy caches compiled modules on disk by their source. It would not notice an edited include found
through a search path, so includes are pasted into the source, with `#line` marks that keep the
compiler's messages true.

A structure that host and device share is declared once, in C++, where its kernels read it; the host
takes the layout from there. Every compilation asserts that the compiler sees the same size.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

Layout = np.dtype[np.void]

_HERE = Path(__file__).parent
_INCLUDE = re.compile(r'^#include "([^"]+)"\s*$')
_STRUCT = re.compile(
    r"^struct (?:__align__\([^)]+\) )?(\w+)(?: : (\w+))? \{\n(.*?)^\};", re.MULTILINE | re.DOTALL
)
_DECLARATION = re.compile(r"(?:const )?(\w+)([^;]+);")
_DECLARED = re.compile(r"(\w+)(?:\[(\w+)\])?$")
_POINTER = "u8"
_NUMBERS = {
    "u8": "u1", "u16": "u2", "u32": "u4", "u64": "u8", "int": "i4", "float": "f4", "double": "f8",
}  # fmt: skip
"""Types of fields in C++ and in NumPy."""

_TAKEN: dict[str, Layout] = {}
"""Structures that drivers have asked for, by name."""


@cache
def source(file: str) -> str:
    """The text of a file below gpu/ with its includes pasted, each once. file : or a whole path."""
    return _pasted(_HERE / file, set())


def _pasted(path: Path, seen: set[str]) -> str:
    lines = [f'#line 1 "{path.name}"']
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        found = _INCLUDE.match(line)
        if found is None:
            lines.append(line if line.strip() != "#pragma once" else "")
        elif found[1] not in seen:
            seen.add(found[1])
            lines.append(_pasted(_HERE / "include" / found[1], seen))
            lines.append(f'#line {number + 1} "{path.name}"')
        else:
            lines.append("")
    return "\n".join(lines)


def layout_of(name: str, file: str, like: Any = None) -> Layout:
    """The layout of a structure that is declared in a file below gpu/; its pointers are uint64.

    like : the dtype of arrays from elsewhere that kernels read as such structures. Raises TypeError
    where it differs, and for a name that stands for two structures.
    """
    made = _layout(name, source(file))
    if made != _TAKEN.setdefault(name, made) or (like is not None and made != like):
        raise TypeError(f"struct {name} of {file} is {made}, elsewhere {like or _TAKEN[name]}")
    return made


def taken(file: str) -> dict[str, Layout]:
    """The structures in a file and its includes that drivers have asked for, by name."""
    names = (found[1] for found in _STRUCT.finditer(source(file)))
    return {name: _TAKEN[name] for name in names if name in _TAKEN}


def asserted(file: str) -> str:
    """`source`, which compiles only where these have the size that the host knows."""
    sizes = (f"sizeof({name}) == {layout.itemsize}" for name, layout in taken(file).items())
    return source(file) + "".join(f'\nstatic_assert({size}, "{size}");' for size in sizes) + "\n"


def _layout(name: str, text: str) -> Layout:
    return np.dtype(_fields(name, text), align=True)


def _fields(name: str, text: str) -> list[Any]:
    """(name, type) or (name, type, shape) of each, those of the structure that it extends first."""
    found = next((found for found in _STRUCT.finditer(text) if found[1] == name), None)
    if found is None:
        raise TypeError(f"{name} is declared nowhere")
    fields = _fields(found[2], text) if found[2] else []
    for declaration in _DECLARATION.finditer(re.sub(r"//.*", "", found[3])):
        for declared in declaration[2].split(","):
            field, count = _DECLARED.findall(declared)[0]
            kind = _POINTER if "*" in declared else _NUMBERS.get(declaration[1])
            shape = (_number(count, text),) if count else ()
            fields.append((field, kind or _layout(declaration[1], text), shape))
    return fields


def _number(count: str, text: str) -> int:
    defined = re.search(rf"#define {count} (\d+)", text)
    return int(defined[1] if defined else count)
