"""Commands of projects and of their scenarios."""

from __future__ import annotations

from ui.texts import translatable

N = translatable

# fmt: off
PROJECTS: tuple[tuple[str, str, str, tuple[str, ...], str, bool], ...] = (
    ("open_project", N("Actions", "Open pro&ject…"),
     N("Actions", "Open what a project keeps, and solve again"), ("Ctrl+Alt+Shift+O",), "", False),
    ("save_project", N("Actions", "Sa&ve project"),
     N("Actions", "Keep all that is open and asked in one file"), ("Ctrl+S",), "", False),
    ("save_project_as", N("Actions", "Save project &as…"), "", ("Ctrl+Alt+Shift+S",), "", False),
    ("next_scenario", N("Actions", "&Next scenario"),
     N("Actions", "Ask what the next scenario of the project asks"), ("S",), "", False),
    ("previous_scenario", N("Actions", "&Previous scenario"),
     N("Actions", "Ask what the scenario before asks"), ("Shift+S",), "", False),
    ("duplicate_scenario", N("Actions", "&Duplicate the scenario"),
     N("Actions", "Go on in a new scenario that asks the same"), ("Ctrl+D",), "", False),
    ("rename_scenario", N("Actions", "&Rename the scenario…"), "", ("Ctrl+F2",), "", False),
    ("delete_scenario", N("Actions", "De&lete the scenario"),
     N("Actions", "Delete the scenario; a button brings it back"), ("Ctrl+Alt+Backspace",), "",
     False),
    ("solve_scenarios", N("Actions", "&Solve all scenarios"),
     N("Actions", "Have the answers of all scenarios at hand"), ("Shift+F5",), "", False),
    ("keep_figures", N("Actions", "&Keep the figures in the project…"),
     N("Actions", "Keep what is reached, how far and in which bands, under a name"),
     ("Ctrl+Alt+F",), "", False),
)
"""Fields of `ui.actions.Entry`, a row for each command."""

SCENARIO_MENU = ("scenarios", N("Actions", "S&cenarios"), (
    "next_scenario", "previous_scenario", "-", "duplicate_scenario", "rename_scenario",
    "delete_scenario", "-", "solve_scenarios", "keep_figures"))
# fmt: on

OF_ONE = ("duplicate_scenario", "rename_scenario")
"""Commands that need something open."""

OF_SEVERAL = ("next_scenario", "previous_scenario", "delete_scenario", "solve_scenarios")
"""Commands that need a second scenario."""
