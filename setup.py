"""What `pyproject.toml` cannot say: the documents, which F1 searches, come with the program."""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent


def add_documents(target: Path) -> None:
    """Copy the documents and their pictures to where `resources.paths` looks for them."""
    shutil.copytree(ROOT / "docs", target / "resources" / "docs", dirs_exist_ok=True)


class BuildWithDocuments(build_py):  # type: ignore[misc]  # without types
    """Builds the packages; an editable install has the documents beside them already."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            add_documents(Path(self.build_lib))


if __name__ == "__main__":
    setup(cmdclass={"build_py": BuildWithDocuments})
