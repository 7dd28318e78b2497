"""Knobs of algorithms: what may be set, in which range, and what it means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.errors import ParameterError


@dataclass(frozen=True)
class Choice:
    """One of the values that a parameter may have, and how it is called.

    word : that stands for it on the command line, too; "" where only the value does.
    """

    value: float
    label: str
    word: str = ""

    @property
    def text(self) -> str:
        """What is written for it."""
        return self.word or f"{self.value:g}"


@dataclass(frozen=True)
class Parameter:
    """A knob of an algorithm: `default` (often 0 for "chooses itself") within minimum..maximum.

    whole : only whole numbers mean something.
    choices : all values that it may have, ascending; empty where every number of the range is one.
    phase : what takes it, the solver or the preprocessing that the solver sets out from; or the
        question, which any solver answers, so that a change of the algorithm leaves it as it is.
    counts_gpus : how many GPUs share the work. No more than there are; the CPU does without.
    """

    name: str
    label: str
    unit: str
    default: float
    minimum: float
    maximum: float
    explanation: str
    whole: bool = False
    choices: tuple[Choice, ...] = ()
    phase: Literal["solver", "preprocessing", "question"] = "solver"
    counts_gpus: bool = False

    def check(self, value: float, algorithm: str) -> None:
        """Raise ParameterError where a value cannot be used."""
        if self.choices:
            fits = any(value == choice.value for choice in self.choices)
        else:
            fits = self.minimum <= value <= self.maximum and not (self.whole and value % 1)
        if not fits:
            raise ParameterError(
                f"{self.name} = {value:.10g}", where=algorithm, advice=f"Give {self.range}."
            )

    def text_of(self, value: float) -> str:
        """A value as it is written on the command line."""
        return next((c.text for c in self.choices if c.value == value), f"{value:g}")

    @property
    def range(self) -> str:
        """The values that it may have, in words."""
        if self.choices:
            *others, last = (choice.text for choice in self.choices)
            return f"{', '.join(others)} or {last}"
        kind = "a whole number, " if self.whole else ""
        return f"{kind}{self.minimum:.10g} to {self.maximum:.10g} {self.unit}".rstrip()


def powers_of_two(first: int, last: int) -> tuple[Choice, ...]:
    """0 for one that is chosen by itself, and the powers of two from `first` to `last`."""
    sizes = [1 << n for n in range(first.bit_length() - 1, last.bit_length())]
    return (Choice(0, "automatic"), *(Choice(size, str(size)) for size in sizes))
