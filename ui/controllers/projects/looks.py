"""How the window looks, as plain values of a project, and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication

from app.project.looks import KeptLayer, ProjectLooks
from app.project.project import RELIEF, Project
from app.project.wishes import noise_of, plain_noise
from core.cancel import Cancel
from core.progress import Progress
from ui.layers.opening import open_layer
from ui.panels.uncertainty import UncertaintyPanel
from ui.pictures.stack import BaseLayer, LayerStack
from ui.pictures.style import OverlayStyle


def looks_of(window: Any) -> ProjectLooks:
    """Style, relief, base layers of files, and how the window lies."""
    stack = window.layer_files.stack
    layers = [
        KeptLayer(Path(each.source.at), each.opacity, each.visible, place >= stack.beneath)
        for place, each in enumerate(stack.layers)
        if Path(each.source.at).exists()  # others are of a server
    ]
    shown, front = window.docks.layout()
    values: dict[str, Any] = {"panels": shown, "front": front, "sizes": window.docks.sizes()}
    seen = window.map.viewport
    if not window.map.navigation.fitted:
        values["view"] = [seen.x, seen.y, seen.scale]
    noise = plain_noise(window.docks.panel(UncertaintyPanel).noise())
    return ProjectLooks(window.link.style.kept(), window.looks.file, layers, values, noise)


def wear(window: Any, project: Project) -> None:
    """Have the window look as a project has it, but for base layers: see `lay_layers`."""
    kept = project.part("style")
    if kept:
        worn = OverlayStyle.of_kept(kept)
        now = window.link.style
        window.link.wear(replace(worn, elevation=now.elevation, layers=None, note=now.note))
    relief = project.source(RELIEF)
    if relief is not None and relief != window.looks.file:
        window.looks.read(relief)
    window.docks.panel(UncertaintyPanel).show_noise(noise_of(project.values))
    layout = project.part("window")
    if "panels" in layout:
        window.docks.lay(layout["panels"], layout.get("front", ()))
        window.docks.resize(layout.get("sizes", {}))
    if "view" in layout:
        window.map.navigation.look(*layout["view"])


def lay_layers(
    window: Any,
    layers: Sequence[KeptLayer],
    wanted: Callable[[], bool],
    done: Callable[[], None],
    failed: Callable[[Any], None],
) -> None:
    """Open base layers and show them, unless they are not wanted any more by then."""
    ground = window.map.ground

    def work(progress: Progress, cancel: Cancel) -> LayerStack:
        opened = [
            BaseLayer(open_layer(each.path, ground, tone), each.visible, each.opacity)
            for tone, each in enumerate(layers)
        ]
        return LayerStack(tuple(opened), sum(not each.above for each in layers))

    def take(stack: LayerStack) -> None:
        if wanted():
            window.layer_files.show(stack)
            done()

    title = QCoreApplication.translate("Projects", "Opening base layers")
    window.bridge.run(title, work, take, failed)
