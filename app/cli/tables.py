"""`isofront algorithms`, `devices` and `cache`: what there is."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from app.catalog.algorithms import ALGORITHMS, DEFAULT, DEFAULT_ON_ROADS, Algorithm, rows_of
from app.catalog.parameters import Parameter
from app.catalog.rows import GEOMETRY, JOINED, ROADS, TERRAIN
from app.cli.exit_status import DONE
from app.cli.foreground import Foreground
from app.cli.report import byte_size, facts, json_text, table
from app.cli.window import WindowService
from core.errors import DeviceError
from core.files.import_cache import cache_folder, cache_size, clear_cache
from gpu.buffers import BUDGET_VARIABLE, memory_limit
from gpu.device import (
    DEVICE_VARIABLE,
    Device,
    Software,
    choose_gpu,
    kernel_cache,
    software,
    surveyed,
)

NOTHING = "–"


def algorithms(arguments: Namespace, _foreground: Foreground, _window: WindowService) -> int:
    """Print the table of solvers."""
    if arguments.json:
        rows = [_algorithm(row) for row in ALGORITHMS]
        usual = {"default": DEFAULT, "default_on_roads": DEFAULT_ON_ROADS}
        print(json_text({**usual, "algorithms": rows}))
        return DONE
    alone = *rows_of(TERRAIN), *rows_of(ROADS)
    print("\n\n".join((*map(_paragraph, alone), _over_joined_ground())))
    return DONE


def _algorithm(row: Algorithm) -> dict[str, Any]:
    return {
        "id": row.id,
        "title": row.title,
        "domain": row.domain,
        "backends": row.backends,
        "source": row.source,
        "explanation": row.explanation,
        "eight_alone": {b: row.eight_alone(b) for b in row.backends if row.eight_alone(b)},
        "parameters": [_parameter(parameter) for parameter in row.parameters],
    }


def _over_joined_ground() -> str:
    """What the algorithms for roads have beside where terrain and roads are one graph."""
    lines = [
        "Terrain and roads as one graph are solved by the algorithms for roads, which then have"
    ]
    lines.append(_parameter_line(GEOMETRY))
    for row in rows_of(JOINED):
        lines += _without_lines(row, f"{row.id}: no")
    return "\n".join(lines)


def _without_lines(row: Algorithm, no: str = "No") -> list[str]:
    """Why it has no straight lines, for each backend on which it has none."""
    why = {backend: row.eight_alone(backend) for backend in row.backends}
    return [
        f"    {no} straight lines on the {backend.upper()}: {reason}"
        for backend, reason in why.items()
        if reason
    ]


def _parameter_line(p: Parameter) -> str:
    usual = p.text_of(p.default)
    return f"    --param {p.name}={usual}: {p.label}, {p.range}. {p.explanation}"


def _parameter(parameter: Parameter) -> dict[str, Any]:
    names = ("name", "label", "unit", "default", "minimum", "maximum", "explanation", "whole")
    choices = [choice.value for choice in parameter.choices]
    words = {choice.word: choice.value for choice in parameter.choices if choice.word}
    told = {name: getattr(parameter, name) for name in names} | {"choices": choices}
    return told | ({"words": words} if words else {})


def _paragraph(row: Algorithm) -> str:
    usual = {TERRAIN: DEFAULT}.get(row.domain, DEFAULT_ON_ROADS)
    chosen = " (default)" if row.id == usual else ""
    lines = [
        f"{row.id}{chosen}: {row.title}. For {row.domain}, on {' and '.join(row.backends)}.",
        f"    {row.explanation}",
        f"    Source: {row.source}.",
    ]
    return "\n".join((*lines, *map(_parameter_line, row.parameters), *_without_lines(row)))


def devices(arguments: Namespace, _foreground: Foreground, _window: WindowService) -> int:
    """Print the processors that can solve, and why others cannot."""
    found, installed = surveyed(), software()
    if arguments.json:
        limit, chosen = memory_limit(), _chosen(found)
        report = {
            "devices": [asdict(device) for device in found],
            "cuda": {part: version or None for part, version in asdict(installed).items()},
            "chosen_gpu": chosen.index if isinstance(chosen, Device) else None,
            "kernel_cache": kernel_cache() if installed.cupy else None,
            "gpu_memory_limit_bytes": limit or None,
        }
        print(json_text(report))
        return DONE
    heads = ("backend", "index", "name", "capability", "memory", "free", "state")
    print("\n".join((table(heads, [_row(d) for d in found]), *_beneath(found, installed))))
    return DONE


def _row(device: Device) -> tuple[str, ...]:
    return (
        device.backend,
        str(device.index),
        device.name,
        device.capability or NOTHING,
        byte_size(device.memory_bytes) if device.memory_bytes else NOTHING,
        NOTHING if device.free_bytes is None else byte_size(device.free_bytes),
        "ready" if device.usable else "cannot be used",
    )


def _chosen(found: Sequence[Device]) -> Device | str:
    """The GPU that solves where none is named, as it was found; or why there is none."""
    try:
        index = choose_gpu().index
    except DeviceError as error:
        return error.one_line()
    usable = (d for d in found if d.backend == "gpu" and d.usable and d.index == index)
    return next(usable, f"GPU {index} cannot be used.")


def _beneath(found: Sequence[Device], installed: Software) -> list[str]:
    """Lines under the table: what is wrong and what to do, versions, the limit of memory."""
    lines = [f"GPU {d.index}: {d.remark}" for d in found if d.remark]
    if any(d.backend == "gpu" and d.usable for d in found):
        lines += _choice(_chosen(found))
    if installed.cupy:
        driver = f"driver for CUDA {installed.driver}" if installed.driver else "no driver"
        compiler = f"NVRTC {installed.compiler}" if installed.compiler else "no NVRTC"
        cupy = f"CuPy {installed.cupy} for CUDA {installed.runtime}"
        lines.append(f"Installed: {driver}, {cupy}, {compiler}.")
        folder = kernel_cache()
        lines.append(
            f"Kernels are compiled once and kept in {folder}."
            if folder
            else "Every process compiles the kernels again: set "
            "CUPY_CACHE_DIR to a folder to keep them."
        )
    return lines


def _choice(chosen: Device | str) -> list[str]:
    """Which GPU is used, and how much of its memory; each with how to choose otherwise."""
    if isinstance(chosen, str):
        return [chosen]
    lines = [f"GPU {chosen.index} is used unless --device N or {DEVICE_VARIABLE} names another."]
    if chosen.budget_bytes is not None:
        most = "all free memory but a reserve"
        if memory_limit():
            most = f"at most {byte_size(memory_limit())} are allowed"
        lines.append(
            f"{byte_size(chosen.budget_bytes)} of its memory may be used: {most}; "
            f"--gpu-memory MIB or {BUDGET_VARIABLE} sets a limit."
        )
    return lines


def cache(arguments: Namespace, _foreground: Foreground, _window: WindowService) -> int:
    """Print the size of the import cache, of rasters and roads, or empty it."""
    gone = clear_cache() if arguments.clear else None
    held = cache_size()
    report = {
        "folder": cache_folder(),
        "files": held.files,
        "bytes": held.bytes,
        "cleared_files": gone.files if gone else 0,
        "cleared_bytes": gone.bytes if gone else 0,
    }
    if arguments.json:
        print(json_text(report))
    elif gone is not None:
        print(f"imported files deleted: {gone.files}, {byte_size(gone.bytes)} freed")
    else:
        held_text = f"{held.files}, {byte_size(held.bytes)}"
        print(facts([("imported files", held_text), ("folder", str(cache_folder()))]))
    return DONE
