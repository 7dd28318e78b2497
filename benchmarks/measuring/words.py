"""Options that take several words, separated by commas."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable


def names(known: Iterable[str]) -> Callable[[str], list[str]]:
    """Reads a,b,c; ArgumentTypeError for others than those known."""

    def read(text: str) -> list[str]:
        chosen = [word.strip() for word in text.split(",") if word]
        for name in chosen:
            if name not in known:
                raise ArgumentTypeError(f"'{name}' is none of {', '.join(known)}")
        return chosen

    return read


def numbers(text: str) -> list[int]:
    """Reads 1,2,3."""
    return [int(word) for word in text.split(",") if word]
