"""Text from files and command lines, made fit to be shown: on one line, printable, not too long."""

from __future__ import annotations

LONGEST_WORD = 240
"""Characters of a word without blanks: names of paths are seldom longer."""


def plain(text: str, most: int, longest_word: int = LONGEST_WORD) -> str:
    """The text on one line of at most `most` letters.

    What moves a cursor, rings a bell or turns the direction of writing is shown as Python writes
    it, such as `\\x1b`; long words and long texts lose their middle.
    """
    words = (shortened(printable(word), longest_word) for word in text[: 64 * most].split())
    return shortened(" ".join(words), most)


def as_title(name: str) -> str:
    """The name of a file as one would print it over a page: `porto_portugal` is Porto Portugal.

    Words that have a capital, or do not begin with a letter, stay as they are."""
    words = name.replace("_", " ").split()
    return " ".join(word[0].upper() + word[1:] if word.islower() else word for word in words)


def shortened(text: str, most: int) -> str:
    """The text, or its beginning and its end with `…` between them."""
    if len(text) <= most:
        return text
    head = (most - 1) * 2 // 3
    return f"{text[:head]}…{text[head + 1 - most :]}"


def printable(text: str) -> str:
    """The text with blanks as they are, and what is not printable as Python writes it."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )
