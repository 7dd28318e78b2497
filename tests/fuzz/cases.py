"""What a fuzzed input is: a few files, the words of a command line, and a seed that spoils one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from tests.fuzz.mutations import spoiled

Spoil = Callable[[Random, bytes], bytes]
FILE = "{}"
"""Stands in the words of a command line for the folder with the files."""


@dataclass(frozen=True)
class Sound:
    """An input that opens.

    files : path below the folder → content. words : command lines, one of which is run.
    spoil : how a file of a name is spoiled; others by `mutations.spoiled`.
    targets : names of the files that are spoiled; None for all, the larger ones no oftener.
    around : what to be in while the command runs, given the folder and chance: it may spoil what
        the program itself keeps. opens : whether the command must succeed all the same.
    odd_words : what is run in place of `words`, and the files are left as they are.
    """

    files: Mapping[str, bytes]
    words: Sequence[Sequence[str]]
    spoil: Mapping[str, Spoil] | None = None
    targets: Sequence[str] | None = None
    around: Callable[[Path, Random], AbstractContextManager[object]] | None = None
    opens: bool = False
    odd_words: Callable[[Random], Sequence[str]] | None = None

    def written(self, folder: Path, words: Sequence[str]) -> list[str]:
        """Write the files; the words, with the folder in them."""
        for name, content in self.files.items():
            place = folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        return [word.replace(FILE, str(folder)) for word in words]


@dataclass(frozen=True)
class Case:
    """One input of a reader, good for nothing or not."""

    reader: str
    number: int
    sound: Sound
    words: Sequence[str]


def spoiled_case(reader: str, number: int, sounds: Sequence[Sound]) -> Case:
    """The case of a number; the same for ever as long as the sound inputs are."""
    random = Random(f"{reader} {number}")
    sound = random.choice(sounds)
    if sound.odd_words is not None:
        return Case(reader, number, sound, sound.odd_words(random))
    files = dict(sound.files)
    if sound.targets != ():
        name = random.choice(sorted(sound.targets or files))
        files[name] = (sound.spoil or {}).get(name, spoiled)(random, files[name])
    words = random.choice(sound.words)
    return Case(reader, number, replace(sound, files=files), words)
