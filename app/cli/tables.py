"""`isofront algorithms`, `devices` and `cache`: what there is."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from app.catalog import ALGORITHMS, DEFAULT, Algorithm, Parameter
from app.cli.exit_status import DONE
from app.cli.foreground import Foreground
from app.cli.report import byte_size, facts, json_text, table
from app.cli.window import Window
from gpu.device import Device
from gpu.device import devices as all_devices


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
    found = all_devices()
    if arguments.json:
        print(json_text({"devices": [_device(device) for device in found]}))
        return DONE
    rows = [
        (
            device.backend,
            str(device.index),
            device.name,
            byte_size(device.memory_bytes) if device.memory_bytes else "–",
            "ready" if device.usable else device.remark,
        )
        for device in found
    ]
    print(table(("backend", "index", "name", "memory", "state"), rows))
    return DONE


def _device(device: Device) -> dict[str, Any]:
    names = ("backend", "index", "name", "memory_bytes", "usable", "remark")
    return {name: getattr(device, name) for name in names}


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
