"""Recipes as TOML files: read by the standard library, written here, where nothing is needed but
tables, lists, texts, numbers and truths."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from app.builder.input_checks import expect_names
from app.builder.plain_tables import table_of
from app.builder.recipe import Recipe
from app.builder.tables import recipe_of
from core.errors import InputError

HEAD = "# How this velocity raster was made: `isofront build` makes it again.\n"

MOST_BYTES = 4 << 20
"""Most bytes of a recipe; those of a thousand classes have some hundred thousand."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def read_recipe(path: Path) -> dict[str, Any]:
    """The tables of a recipe's file; InputError names the line."""
    try:
        if not path.is_file() and path.exists():  # a pipe would keep us waiting
            raise InputError("is no file", where=str(path), advice="Give a recipe: a .toml.")
        if path.stat().st_size > MOST_BYTES:
            raise InputError("is too large for a recipe", where=str(path), advice="Name another.")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(
            f"cannot be read: {error.strerror}", where=str(path), advice="Check the name."
        ) from error
    except UnicodeDecodeError as error:
        raise InputError(
            "is no text in UTF-8", where=str(path), advice="Give a recipe: a .toml."
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise InputError(
            f"is no TOML: {error}", where=str(path), advice="Mend that line."
        ) from error
    except (RecursionError, ValueError) as error:  # of lists in lists; of thousands of digits
        raise InputError(
            "nests too deep, or holds a number of too many digits",
            where=str(path),
            advice="It is no recipe.",
        ) from error


def opened_recipe(path: Path) -> Recipe:
    """The recipe in a file; InputError."""
    return recipe_of(read_recipe(path), path.absolute().parent, str(path))


def text_of(recipe: Recipe, folder: Path | None = None) -> str:
    """The recipe as TOML; files relative to a folder, or whole. InputError for a name that TOML,
    which is UTF-8, cannot say."""
    expect_names(recipe.files)
    return HEAD + toml_text(table_of(recipe, folder))


def toml_text(table: dict[str, Any], under: str = "") -> str:
    """Tables as TOML: plain values first, then tables, then lists of tables."""
    plain, tables, lists = [], [], []
    for key, value in table.items():
        name = key if _BARE.fullmatch(key) else _word(key)
        if isinstance(value, dict):
            tables.append((name, value))
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            lists.append((name, value))
        else:
            plain.append(f"{name} = {_word(value)}\n")
    text = "".join(plain)
    for name, inner in tables:
        text += f"\n[{under}{name}]\n{toml_text(inner, f'{under}{name}.')}"
    for name, many in lists:
        for inner in many:
            text += f"\n[[{under}{name}]]\n{toml_text(inner, f'{under}{name}.')}"
    return text


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # The escapes of JSON are among those of TOML, which wants DEL escaped, too.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
    if isinstance(value, list):
        return f"[{', '.join(map(_word, value))}]"
    return repr(value)
