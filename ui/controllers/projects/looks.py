"""How the window looks, as plain values of a project, and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication

from app.project.project import RELIEF, Project
from app.project.saving import KeptLayer, ProjectLooks
from core.cancel import Cancel
from core.progress import Progress
from ui.layers.opening import open_layer
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
    return ProjectLooks(window.link.style.kept(), window.looks.file, layers, values)


def wear(
    window: Any,
    project: Project,
    done: Callable[[], None],
    failed: Callable[[Any, object], None],
) -> None:
    """Have the window look as a project has it; done : is called once its base layers are there, or
    are told to be none."""
    kept = project.part("style")
    if kept:
        worn = OverlayStyle.of_kept(kept)
        now = window.link.style
        window.link.wear(replace(worn, elevation=now.elevation, layers=None, note=now.note))
    relief = project.source(RELIEF)
    if relief is not None and relief != window.looks.file:
        window.looks.read(relief)
    layout = project.part("window")
    if "panels" in layout:
        window.docks.lay(layout["panels"], layout.get("front", ()))
        window.docks.resize(layout.get("sizes", {}))
    if "view" in layout:
        window.map.navigation.look(*layout["view"])
    _lay_layers(window, project, done, failed)


def _lay_layers(
    window: Any,
    project: Project,
    done: Callable[[], None],
    failed: Callable[[Any, object], None],
) -> None:
    kept = [each for each in project.values.get("layers", ()) if each["source"] in project.found]
    ground = window.map.ground
    if not kept or ground is None:
        done()
        return

    def work(progress: Progress, cancel: Cancel) -> LayerStack:
        layers = []
        for tone, each in enumerate(kept):
            source = open_layer(project.found[each["source"]].path, ground, tone)
            opacity = float(each.get("opacity", 1.0))
            layers.append((BaseLayer(source, each.get("visible", True), opacity), each))
        beneath = [layer for layer, each in layers if not each.get("above")]
        above = [layer for layer, each in layers if each.get("above")]
        return LayerStack((*beneath, *above), len(beneath))

    def take(stack: LayerStack) -> None:
        window.layer_files.show(stack)
        done()

    def fail(error: Any) -> None:
        failed(error, None)
        done()

    title = QCoreApplication.translate("Projects", "Opening base layers")
    window.bridge.run(title, work, take, fail)
