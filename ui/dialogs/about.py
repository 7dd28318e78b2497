"""What this is, in which version, and on what it runs."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.settings import VERSION
from gpu.device import Device, devices
from ui.texts import byte_size
from ui.told import told
from ui.welcome.page import Logo
from ui.widgets import form


class AboutDialog(QDialog):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About Isofront"))
        self.setMinimumWidth(460)
        title = form.Heading(self.tr("Isofront {version}").format(version=VERSION))
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 1.4)
        title.setFont(font)
        words = QLabel(
            self.tr(
                "Isochrones on terrain and roads, as fast as the machine allows. "
                "Apache License 2.0."
            )
        )
        words.setWordWrap(True)
        beside = QVBoxLayout()
        beside.addWidget(title)
        beside.addWidget(words)
        beside.addStretch(1)
        top = QHBoxLayout()
        top.setSpacing(16)
        top.addWidget(Logo(), 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(beside, 1)
        self.devices = QLabel("".join(f"<p>{_described(device)}</p>" for device in devices()))
        self.devices.setWordWrap(True)
        self.devices.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(22, 20, 22, 16)
        layout.setSpacing(10)
        layout.addLayout(top)
        layout.addWidget(form.Heading(self.tr("Devices")))
        layout.addWidget(self.devices)
        layout.addWidget(buttons)


def _described(device: Device) -> str:
    memory = f", {byte_size(device.memory_bytes)}" if device.memory_bytes else ""
    remark = f"<br>{escape(told(device.remark))}" if device.remark else ""
    return f"<b>{device.backend.upper()}</b> · {escape(told(device.name))}{memory}{remark}"
