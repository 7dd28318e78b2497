"""What checks of a result found, statement by statement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Validation:
    """Whether statements hold; `violations` counts the elements that break each."""

    statements: tuple[tuple[str, bool], ...]
    violations: tuple[int, ...]

    @classmethod
    def of(cls, statements: Sequence[str], violations: Iterable[int]) -> Validation:
        counts = tuple(map(int, violations))
        return cls(tuple((s, not n) for s, n in zip(statements, counts, strict=True)), counts)

    @property
    def passed(self) -> bool:
        return all(holds for _, holds in self.statements)
