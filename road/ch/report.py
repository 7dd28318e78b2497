"""What a contraction took, iteration by iteration: the same words on every backend."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ContractedLevel:
    """One iteration of a contraction.

    states, steps : what was left before it. largest_degree : most steps out of a state, or into
    one. candidates : states among the best fraction. selected : those that were contracted.
    shortcuts : steps that stand for ways over those, parallel ones counted each.
    one_hop, two_hops : ways over those that had a witness of one step, and of two or more.
    score_ms, select_ms, shortcut_ms, update_ms, extract_ms : on the clock.
    """

    states: int
    steps: int
    largest_degree: int
    candidates: int
    selected: int
    shortcuts: int
    one_hop: int
    two_hops: int
    score_ms: float
    select_ms: float
    shortcut_ms: float
    update_ms: float
    extract_ms: float

    @property
    def ms(self) -> float:
        """All of it."""
        return self.score_ms + self.select_ms + self.shortcut_ms + self.update_ms + self.extract_ms


@dataclass(frozen=True)
class ContractionReport:
    """A contraction, from steps with their costs to the distances of the core.

    iterations : the first first. set_up_ms : of taking over the search graph's steps. core_ms : of
        all distances in the core. finish_ms : of numbering the places and putting their steps in
        place. total_ms : on the clock, all of these.
    states, steps : of the search graph, without closed steps, loops and dearer parallel ones.
    up, down : steps of the hierarchy. core_size : states of the core. core_steps : between them.
    backend : "cpu" or "gpu". device : its name, where it is known.
    """

    iterations: tuple[ContractedLevel, ...]
    set_up_ms: float
    core_ms: float
    finish_ms: float
    total_ms: float
    states: int
    steps: int
    up: int
    down: int
    core_size: int
    core_steps: int
    backend: str
    device: str = ""

    @property
    def levels(self) -> int:
        """With the core."""
        return len(self.iterations) + 1

    @property
    def edge_growth(self) -> float:
        """(|E↑| + |E↓|) / |E|, as the paper has it; 0 where there are no steps."""
        return (self.up + self.down) / self.steps if self.steps else 0.0
