"""Kernels compiled for the processor: `.cu` files as C++, each kernel behind a plain function."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from pathlib import Path

from gpu.module import EXACT

HERE = Path(__file__).parent
COMPILER = shutil.which("g++")
OPTIONS = ("-std=c++20", "-fPIC", "-fno-strict-aliasing", "-U_FORTIFY_SOURCE")
"""Fortified, jumping from one stack to another is taken for an attack."""

KERNELS = ("-O1", "-w", "-fsanitize=thread", "-Wno-tsan")

KERNEL = re.compile(
    r'extern "C" __global__ void\s+(?:__launch_bounds__\([^)]*\)\s+)?(\w+)\(([^)]*)\)'
)
DYNAMIC = re.compile(r"extern __shared__ (\w+) (\w+)\[\];")
MEMBER = re.compile(r"^( +__device__) __forceinline__", re.MULTILINE)
"""Of a structure: `static` there would be another thing."""

MEMORY = re.compile(r'#line 1 "memory\.cuh"\n.*?(?=#line \d+ "(?!memory))', re.DOTALL)


def compiled(code: str, options: tuple[str, ...], folder: Path) -> Path:
    text = _for_the_processor(code)
    key = hashlib.sha256("\n".join([*options, text]).encode()).hexdigest()[:16]
    library = folder / f"{key}.so"
    if library.exists():
        return library
    lanes = folder / "lanes.o"
    _compile("-O2", "-c", str(HERE / "lanes.cpp"), to=lanes)
    # What it includes takes longer to be read than most kernels.
    _compile(*KERNELS, "-x", "c++-header", str(HERE / "cuda.h"), to=folder / "cuda.h.gch")
    written = folder / f"{key}-{os.getpid()}.cpp"
    written.write_text(text, encoding="utf-8")
    kernels = written.with_suffix(".o")
    own = ("-ffp-contract=off" if option == EXACT else option for option in options[1:])
    _compile(*KERNELS, *own, f"-I{folder}", "-c", str(written), to=kernels)
    # Its own `send`, not that of the C library.
    _compile("-shared", "-Wl,-Bsymbolic", str(kernels), str(lanes), to=library)
    return library


def _compile(*arguments: str, to: Path) -> None:
    """Unless it is there; whoever looks at the same time sees all of it or nothing."""
    if to.exists():
        return
    made = to.with_name(f"{os.getpid()}-{to.name}")
    command = [str(COMPILER), *OPTIONS, *arguments, f"-I{HERE}", "-o", str(made)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    made.replace(to)


def _for_the_processor(code: str) -> str:
    """Kernels as C++, each behind a function that takes arguments from an array."""
    text = MEMORY.sub('#include "memory.h"\n', code, count=1)
    text = MEMBER.sub(r"\1 inline", text)
    text = DYNAMIC.sub(r"\n#define \2 ((\1*)dynamic_shared())\n", text)
    return f'#include "cuda.h"\n{KERNEL.sub(_with_call, text)}\n'


def _with_call(found: re.Match[str]) -> str:
    name, parameters = found[1], " ".join(found[2].split())
    types_ = [re.sub(r"\s*\b\w+$", "", p.strip()) for p in parameters.split(",")]
    given = ", ".join(f"*({kind} *)a[{k}]" for k, kind in enumerate(types_))
    call = f'extern "C" void call_{name}(void** a) {{ {name}({given}); }}'
    return f'extern "C" void {name}({parameters}); {call} {found[0]}'
