"""The list of all source files with what each opens with: `docs/files.md`.

    python -m benchmarks.reports.file_list

writes it anew; a test tells when it is outdated.
"""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "files.md"
FOLDERS = (
    *("core", "raster", "road", "gpu", "app", "ui", "resources"),
    *("examples", "benchmarks", "experiments"),
)
HEAD = """# All files

What each says of itself in its first line; written by `python -m benchmarks.reports.file_list`.
"""


def first_line(file: Path) -> str:
    """Of the module's text, or of the comment that a kernel begins with."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
    return text.partition("\n")[0].removeprefix("//").strip()


def listed(root: Path = ROOT) -> str:
    """The page, a table for each folder that holds source files."""
    parts = [HEAD]
    for folder in FOLDERS:
        files = sorted(f for f in (root / folder).rglob("*") if f.suffix in (".py", ".cu", ".cuh"))
        for inner in sorted({file.parent for file in files}):
            own = {file.name: first_line(file) for file in files if file.parent == inner}
            meaning = own.pop("__init__.py", "")
            parts.append(f"\n## {inner.relative_to(root).as_posix()}\n\n{meaning}".rstrip() + "\n")
            if own:
                rows = (f"| `{name}` | {_cell(line)} |\n" for name, line in own.items())
                parts.append("\n| file | |\n| --- | --- |\n" + "".join(rows))
    return "".join(parts)


def _cell(line: str) -> str:
    return line.replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(listed(), encoding="utf-8")
