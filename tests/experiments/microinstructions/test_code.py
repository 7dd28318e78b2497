"""Microcode for a device gives the bits of customization, whatever its form; its own promises."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.instances.roads import generated_network
from core.cancel import Cancel
from core.errors import CancelledError, ParameterError
from core.times import UNREACHED
from experiments.microinstructions.cells import MOST_STATES, NO_REGISTER
from experiments.microinstructions.code import PackedMicrocode, packed_microcode
from experiments.microinstructions.words import (
    FULL,
    FULL_MARK,
    MOST_REGISTERS,
    SMALL,
    SMALL_REGISTERS,
    moved,
    registers_of,
    word_of,
)
from road.costs.metric import Weights
from road.crp.customization.customize import customize
from road.crp.device_layout.order import ordered
from road.crp.overlay.overlay import Nested, Overlay, overlay_of
from road.graph import RoadGraph
from road.search.search_graph import Direction, SearchGraph
from tests.experiments.microinstructions.run import run_packed
from tests.road.crp.nests import Nest, halved, random_nest
from tests.road.drawn import DRAWN, random_town
from tests.road.searches import random_weights


def lowest(
    graph: RoadGraph,
    weights: Weights,
    partition: Nested,
    smallest: int = 0,
    direction: Direction = "from",
) -> Overlay:
    search = SearchGraph.of(graph, weights, direction)
    return overlay_of(search, partition, smallest=smallest)


def assert_same_bits(code: PackedMicrocode, overlay: Overlay, weights: Weights) -> None:
    own = overlay.search
    search = SearchGraph.of(own.graph, weights, own.direction, edge_based=own.edge_based)
    done = customize(overlay, search, keep_all=True)
    shortcuts, down = run_packed(code, search.cost[overlay.ground.step])
    np.testing.assert_array_equal(shortcuts, done.shortcuts[0])
    if len(code.down_register):
        np.testing.assert_array_equal(down, done.down[0])


def town(seed: int = 3) -> tuple[RoadGraph, Nest]:
    graph = random_town(400, seed, restrictions=80)
    return graph, halved(graph, (4, 16, 64))


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("name", DRAWN)
def test_drawn_graphs(name: str, turns: bool) -> None:
    graph = DRAWN[name]()
    weights = random_weights(graph, 5, turns=turns)
    directions: tuple[Direction, ...] = ("from", "to")
    for partition in (halved(graph, (4, 20, 60)), random_nest(graph.vertices, (8, 5))):
        for direction in directions:
            overlay = lowest(graph, weights, partition, 5, direction)
            for down in (False, True):
                code = packed_microcode(overlay, partition, down=down)
                assert_same_bits(code, overlay, weights)


@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize("turns", [False, True])
def test_every_form_and_several_metrics_in_a_row(turns: bool, small: bool) -> None:
    graph, partition = town()
    weights = random_weights(graph, 1, turns=turns)
    overlay = lowest(graph, weights, partition, 16)
    code = packed_microcode(overlay, partition, small=small, down=True)
    assert set(np.unique(code.blocks["form"])) == {SMALL if small else FULL}
    closed = np.full(graph.arc_count, UNREACHED, np.uint32)
    dear = np.full(graph.arc_count, UNREACHED - 1, np.uint32)
    for arc_costs in (weights.arc_costs, closed, dear, random_weights(graph, 2).arc_costs):
        assert_same_bits(code, overlay, replace(weights, arc_costs=arc_costs))


def test_an_ordered_overlay() -> None:
    graph, partition = town(5)
    weights = random_weights(graph, 1, turns=True)
    overlay = ordered(lowest(graph, weights, partition, 16))
    assert_same_bits(packed_microcode(overlay, partition, down=True), overlay, weights)


def test_large_cells_are_full_beside_small_ones() -> None:
    graph = generated_network(28, 28, 1)
    partition = halved(graph, (4, 16, 64))
    weights = random_weights(graph, 1, turns=True)
    overlay = lowest(graph, weights, partition, 64)
    code = packed_microcode(overlay, partition)
    assert set(np.unique(code.blocks["form"])) == {SMALL, FULL}
    small = code.blocks["form"] == SMALL
    assert (code.blocks["registers"][small] <= SMALL_REGISTERS).all()
    assert (code.blocks["registers"][~small] > SMALL_REGISTERS).all()
    assert_same_bits(code, overlay, weights)


def test_cells_with_more_values_than_registers() -> None:
    graph = generated_network(28, 28, 1)
    partition = halved(graph, (4, 16, 64, graph.vertices // 2))
    weights = random_weights(graph, 1, turns=True)
    overlay = lowest(graph, weights, partition, 100)
    code = packed_microcode(overlay, partition)
    assert sum(mark for layer in layers_of(code) for *_, mark in layer) > 2 * MOST_REGISTERS
    assert_same_bits(code, overlay, weights)
    with pytest.raises(ParameterError, match="registers"):
        packed_microcode(overlay, partition, down=True)


def layers_of(code: PackedMicrocode) -> list[list[tuple[int, int, int, int]]]:
    """Triples (a, b, c, mark) of each layer of each block."""
    found = []
    for block in code.blocks:
        at = int(block["first_triple"])
        for size in code.layer_size[block["first_layer"] : block["layer_end"]].tolist():
            if block["form"] == FULL:
                own = code.full[at : at + size].tolist()
                triples = [(a, b, c % FULL_MARK, c // FULL_MARK) for a, b, c in own]
            else:
                triples = [registers_of(word) for word in code.words[at : at + size]]
            found.append(triples)
            at += size
        assert at == block["triple_end"]
    return found


@pytest.mark.parametrize("down", [False, True])
@pytest.mark.parametrize("small", [False, True])
def test_triples_of_a_layer_are_independent(small: bool, down: bool) -> None:
    graph, partition = town()
    overlay = lowest(graph, random_weights(graph, 1, turns=True), partition, 16)
    code = packed_microcode(overlay, partition, small=small, down=down)
    deepest = 0
    for triples in layers_of(code):
        written = {c: k for k, (_, _, c, _) in enumerate(triples)}
        assert len(written) == len(triples) > 0
        for k, (a, b, _, _) in enumerate(triples):
            assert written.get(a, k) == k  # only a triple itself writes to what it reads
            assert written.get(b, k) == k
        deepest = max(deepest, len(triples))
    assert deepest > 1


@pytest.mark.parametrize("memory_registers", [1, 300, 2048])
def test_cells_share_blocks_that_fit(memory_registers: int) -> None:
    graph, partition = town()
    weights = random_weights(graph, 1, turns=True)
    overlay = lowest(graph, weights, partition)
    for small in (False, True):
        code = packed_microcode(overlay, partition, memory_registers=memory_registers, small=small)
        assert_same_bits(code, overlay, weights)
        limit = min(memory_registers, SMALL_REGISTERS) if small else memory_registers
        cells = code.blocks["cell_end"] - code.blocks["first_cell"]
        assert ((code.blocks["registers"] <= limit) | (cells == 1)).all()
        assert (cells > 1).any() == (memory_registers > 1)
        assert code.blocks["cell_end"].max() == len(code.cells) <= overlay.levels[0].cells
        assert code.layer_size.sum() == code.triples


def test_registers_are_used_again() -> None:
    graph, partition = town()
    overlay = lowest(graph, random_weights(graph, 1, turns=True), partition, 64)
    code = packed_microcode(overlay, partition)
    marked = sum(mark for triples in layers_of(code) for *_, mark in triples)
    own_arcs = np.count_nonzero(code.step_register != NO_REGISTER)
    assert code.blocks["registers"].sum() < (own_arcs + marked) * 0.8


def test_smaller_cells_of_the_partition_save_triples() -> None:
    graph = generated_network(32, 32, 1)
    partition = halved(graph, (4, 16, 64))
    overlay = lowest(graph, random_weights(graph, 1, turns=True), partition, 64)
    assert packed_microcode(overlay, partition).triples < packed_microcode(overlay).triples * 0.9


def test_words_tell_their_registers_wherever_they_lie() -> None:
    random = np.random.default_rng(4)
    for _ in range(1000):
        *registers, base = np.diff(np.sort(random.integers(0, SMALL_REGISTERS, 4)), prepend=0)
        a, b, c = (int(register) for register in registers)
        mark = int(random.integers(0, 2))
        word = word_of(a, b, c, mark)
        assert registers_of(word) == (a, b, c, mark)
        assert registers_of(moved(word, int(base))) == (a + base, b + base, c + base, mark)


def test_too_large_cells_are_refused() -> None:
    graph = random_town(MOST_STATES + 200, 1)
    overlay = lowest(graph, random_weights(graph, 1), halved(graph, (graph.vertices,)))
    with pytest.raises(ParameterError, match="states"):
        packed_microcode(overlay)
    empty = lowest(graph, random_weights(graph, 1), Nest(()))
    with pytest.raises(ParameterError, match="no level"):
        packed_microcode(empty)


def test_a_stop_is_seen() -> None:
    graph, partition = town()
    overlay = lowest(graph, random_weights(graph, 1), partition)
    cancel = Cancel()
    cancel.set()
    with pytest.raises(CancelledError):
        packed_microcode(overlay, cancel=cancel)


def test_one_cell_that_nothing_enters_needs_no_code() -> None:
    graph = random_town(30, 1)
    weights = random_weights(graph, 1)
    overlay = lowest(graph, weights, halved(graph, (graph.vertices,)))
    code = packed_microcode(overlay, down=True)
    assert (len(code.blocks), code.triples) == (0, 0)
    assert_same_bits(code, overlay, weights)
