"""What fitting the costs to the cells took: level by level, beside the paper's table."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QWidget,
)

from app.catalog.algorithms import customizable
from app.editing.session import Change
from app.solving.road_solved import RoadSolved
from app.timing.crp_paper import (
    BEST_JOULES,
    BEST_MIB,
    BEST_MS,
    VERTICES,
    Bar,
    PaperRow,
    bars,
    paper_row,
)
from road.crp.customization.report import CustomizationReport, Engine
from ui.controllers.editing import Editor
from ui.panels.preparation import PreparationPanel
from ui.plots.level_bars import LevelBar, LevelBars
from ui.plots.share_bar import ShareBar
from ui.plots.sparkline import Sparkline
from ui.texts import byte_size, count, figure, milliseconds, of_catalogue, translatable
from ui.widgets import form
from ui.widgets.figures import NOTHING, Facts, Figures

N = translatable
ENGINES: tuple[tuple[Engine, str, int], ...] = (
    ("microinstructions", N("Customization", "microinstructions"), 2),
    ("local", N("Customization", "local Bellman-Ford"), 0),
    ("global", N("Customization", "global Bellman-Ford"), 1),
)
"""Ways to compute a level, with the plots' colours in which they are shown."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Customization", text)


class CustomizationPanel(PreparationPanel):
    shown_changes = Change.DOCUMENT | Change.OPTIONS | Change.RESULT
    wants = "customization"

    def __init__(self, editor: Editor) -> None:
        super().__init__(
            editor,
            customizable(),
            self.tr("Use customizable route planning"),
            self.tr(
                "The algorithm that applies new speeds instantly, "
                "once the roads are divided into cells"
            ),
        )
        self.figures = Figures(
            {
                "total": self.tr("Customized in"),
                "memory": self.tr("Memory"),
                "energy": self.tr("Energy"),
            }
        )
        self.heading = form.Heading(self.tr("Time of each level"))
        self.bars = LevelBars(self.tr("here"), self.tr("in the paper"))
        self.shares = ShareBar([(_tr(words), colour) for _, words, colour in ENGINES])
        self.measure = QPushButton(self.tr("Measure energy"))
        self.meter = form.Hint()
        self.totals = Sparkline()
        self.facts = Facts()
        self.source = form.Hint()
        self._shown: CustomizationReport | None = None
        self._shown_ms: float | None = None
        self._name()
        self.measure.clicked.connect(self._measure)
        self.lay_out(self._page())

    # -- building

    def _name(self) -> None:
        form.name(
            self.measure,
            self.measure.text(),
            self.tr("Customize repeatedly for a second, and read the driver's energy counter"),
        )
        self.bars.setAccessibleName(self.tr("Time of each level"))
        self.shares.setAccessibleName(self.tr("How the levels are computed"))
        form.name(
            self.totals,
            self.tr("The last customizations"),
            self.tr("Time of the last customizations, the newest at the right"),
        )

    def _page(self) -> QWidget:
        inside = QWidget()
        layout = form.column(inside)
        layout.addWidget(self.figures)
        metering = QHBoxLayout()
        metering.addWidget(self.meter, 1)
        metering.addWidget(self.measure)
        layout.addLayout(metering)
        layout.addWidget(self.totals)
        layout.addSpacing(form.GAP)
        layout.addWidget(self.heading)
        layout.addWidget(self.bars)
        layout.addWidget(self.shares)
        layout.addSpacing(form.GAP)
        layout.addWidget(self.facts)
        layout.addWidget(self.source)
        layout.addStretch(1)
        return inside

    # -- showing

    def refresh(self, change: Change) -> None:
        if change & Change.RESULT:
            self.measure.setEnabled(True)
        super().refresh(change)

    def forget(self) -> None:
        super().forget()
        self._shown = self._shown_ms = None
        self.totals.clear()
        self.figures.show_numbers(energy=NOTHING)
        self.meter.setText(self.tr("Energy: not measured"))

    def words(self, chosen: bool) -> str:
        if chosen:
            return self.tr(
                "Set a start: the first solve divides the roads into cells, which takes a while. "
                "The cells are kept; from then on new speeds are applied instantly."
            )
        return self.tr(
            "Another algorithm is in use. With {title} the roads are divided into cells once, and "
            "every step of a slider is computed again in milliseconds; this panel shows how."
        ).format(title=of_catalogue(self.row.title))

    def show_solved(self, solved: RoadSolved) -> None:
        """A preview may bring no more than its total: all else stays as it was last."""
        if solved.customize_ms is None:
            self.forget()
            return
        if solved.customize_ms != self._shown_ms:  # else another start: nothing was customized
            self._shown_ms = solved.customize_ms
            self.totals.add(solved.customize_ms)
            self.figures.show_numbers(total=milliseconds(solved.customize_ms))
        report = solved.customization
        if report is None or report == self._shown:
            return
        self._shown = report
        self.show_figures()
        self.figures.show_numbers(memory=byte_size(report.memory_bytes))
        self._show_energy(report)
        self.shares.show_shares([report.share_of(engine) for engine, _, _ in ENGINES])
        self._show_levels(report)
        self._show_facts(report)

    def _show_energy(self, report: CustomizationReport) -> None:
        """The last figure stays until the next is measured: it hardly depends on the costs."""
        on_gpu = report.backend == "gpu"
        self.measure.setVisible(on_gpu)
        if not on_gpu:
            words = self.tr("Energy: not reported by the CPU")
            self.figures.show_numbers(energy=NOTHING)
        elif not report.metered:
            return
        elif report.energy_joules is None:
            words = self.tr("Energy: not reported by the driver")
            self.figures.show_numbers(energy=NOTHING)
        else:
            words = self.tr("Energy: the driver's counter, idle power included")
            self.figures.show_numbers(energy=joules(report.energy_joules))
        self.meter.setText(words)

    def _show_levels(self, report: CustomizationReport) -> None:
        for part in (self.heading, self.bars, self.shares):
            part.setVisible(bool(report.levels))
        if not report.levels:
            self.source.setText(self.tr("All these roads fit into one cell: there are no levels."))
            return
        row = paper_row(self._paper_engine(report), self._mezzanines())
        self.bars.show_bars([_bar(bar) for bar in bars(report, row)])
        self.source.setText(self._source_words(row))

    def _source_words(self, row: PaperRow) -> str:
        """Whose figures stand beside ours, and what they can be compared for."""
        theirs = self.tr(
            "The paper (Delling, Kobitzsch, Werneck 2014, table 1): {total} and {memory} "
            "MiB in total by {engine}, mezzanine levels: "
            "{mezzanines}; Europe, {vertices} M vertices, GTX "
            "Titan. With microinstructions, table 2: {best}, {best_memory} MiB, {energy}."
        ).format(
            total=NOTHING if row.total_ms is None else milliseconds(row.total_ms),
            memory=count(row.memory_mib),
            engine=_engine_words(row.engine),
            mezzanines=row.mezzanines,
            vertices=f"{VERTICES / 1e6:.1f}",
            best=milliseconds(BEST_MS),
            best_memory=count(BEST_MIB),
            energy=joules(BEST_JOULES),
        )
        ours = self.tr(
            "Different roads, a different machine; both columns have one scale. A level "
            "holds the mezzanine levels below it."
        )
        return f"{theirs} {ours}"

    def _paper_engine(self, report: CustomizationReport) -> Engine:
        return "global" if report.share_of("global") > report.share_of("local") else "local"

    def _mezzanines(self) -> int:
        """Of the paper's rows the one that is nearest to what is asked for here."""
        asked = dict(self.session.options.parameters).get("mezzanines", -1.0)
        return 1 if asked < 0 else int(asked)

    def _show_facts(self, report: CustomizationReport) -> None:
        facts = [(self.tr("Runs on"), f"{report.backend.upper()} · {report.device}")]
        if report.levels:
            shortcuts = sum(level.shortcuts for level in report.levels)
            cells = sum(level.cells for level in report.levels)
            levels = self.tr("{levels} with {cells} cells").format(
                levels=len(report.levels), cells=count(cells)
            )
            facts += [
                (self.tr("Levels"), levels),
                (self.tr("Shortcuts"), count(shortcuts)),
                (self.tr("Memory for queries"), byte_size(report.shortcut_bytes)),
                (self.tr("Memory set up once"), byte_size(report.set_up_bytes)),
            ]
        self.facts.show_facts(facts)

    # -- editing

    def _measure(self) -> None:
        self.measure.setEnabled(False)
        self.editor.measure_energy()


def _bar(bar: Bar) -> LevelBar:
    """A level as it is called here: by the most vertices of its cells."""
    colours = {engine: colour for engine, _, colour in ENGINES}
    name = _tr("≤ {size}").format(size=count(bar.size))
    tip = _tr("Level {level}: cells of at most {size} vertices, by {engine}").format(
        level=bar.level, size=count(bar.size), engine=_engine_words(bar.engine)
    )
    return LevelBar(name, bar.ms, bar.paper_ms, colours[bar.engine], tip)


def _engine_words(engine: str) -> str:
    return next(_tr(words) for known, words, _ in ENGINES if known == engine)


def joules(energy: float) -> str:
    """`37.3 J`, `850 mJ`."""
    return f"{figure(energy)} J" if energy >= 1 else f"{energy * 1e3:.3g} mJ"
