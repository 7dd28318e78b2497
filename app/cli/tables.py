"""`isofront algorithms`, `devices` and `cache`: what there is."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from app.catalog import ALGORITHMS, DEFAULT, Algorithm, Parameter
from app.cli.exit_status import DONE
from app.cli.foreground import Foreground
from app.cli.report import byte_size, facts, json_text, table
from app.cli.window import Window
from gpu.buffers import memory_limit
from gpu.device import Device, Software, software, surveyed

NOTHING = "–"


def algorithms(arguments: Namespace, _foreground: Foreground, _window: Window) -> int:
    """Print the table of solvers."""
    if arguments.json:
        print(json_text({"default": DEFAULT, "algorithms": [_algorithm(a) for a in ALGORITHMS]}))
        return DONE
    print("\n\n".join(_paragraph(algorithm) for algorithm in ALGORITHMS))
    return DONE


def _algorithm(row: Algorithm) -> dict[str, Any]:
    return {
        "id": row.id,
        "title": row.title,
        "domain": row.domain,
        "backends": row.backends,
        "source": row.source,
        "explanation": row.explanation,
        "parameters": [_parameter(parameter) for parameter in row.parameters],
    }


def _parameter(parameter: Parameter) -> dict[str, Any]:
    names = ("name", "label", "unit", "default", "minimum", "maximum", "explanation")
    return {name: getattr(parameter, name) for name in names}


def _paragraph(row: Algorithm) -> str:
    chosen = " (default)" if row.id == DEFAULT else ""
    lines = [
        f"{row.id}{chosen}: {row.title}. For {row.domain}, on {' and '.join(row.backends)}.",
        f"    {row.explanation}",
        f"    Source: {row.source}.",
    ]
    for p in row.parameters:
        lines.append(
            f"    --param {p.name}={p.default:g}: {p.label}, "
            f"{p.minimum:g} to {p.maximum:g} {p.unit}. {p.explanation}"
        )
    return "\n".join(lines)


def devices(arguments: Namespace, _foreground: Foreground, _window: Window) -> int:
    """Print the processors that can solve, and why others cannot."""
    found, installed = surveyed(), software()
    if arguments.json:
        limit = memory_limit()
        report = {
            "devices": [asdict(device) for device in found],
            "cuda": {part: version or None for part, version in asdict(installed).items()},
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


def _beneath(found: Sequence[Device], installed: Software) -> list[str]:
    """Lines under the table: what is wrong and what to do, versions, the limit of memory."""
    lines = [f"GPU {d.index}: {d.remark}" for d in found if d.remark]
    if installed.cupy:
        driver = f"driver for CUDA {installed.driver}" if installed.driver else "no driver"
        compiler = f"NVRTC {installed.compiler}" if installed.compiler else "no NVRTC"
        cupy = f"CuPy {installed.cupy} for CUDA {installed.runtime}"
        lines.append(f"Installed: {driver}, {cupy}, {compiler}.")
    if memory_limit():
        lines.append(f"At most {byte_size(memory_limit())} of a GPU may be used.")
    return lines


def cache(arguments: Namespace, _foreground: Foreground, _window: Window) -> int:
    """Print the size of the import cache, or empty it."""
    from raster.files.import_cache import cache_folder, cache_size, clear_cache

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
        print(f"imported rasters deleted: {gone.files}, {byte_size(gone.bytes)} freed")
    else:
        held_text = f"{held.files}, {byte_size(held.bytes)}"
        print(facts([("imported rasters", held_text), ("folder", str(cache_folder()))]))
    return DONE
