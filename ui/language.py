"""The language of the window: the user's, as far as there is a translation."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from resources.paths import path

SYSTEM = "system"

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""Languages by their codes of ISO 639-1, each as it calls itself; texts of the source are English.
"""

current = "en"
"""Code of the language that is spoken."""


def spoken(choice: str) -> str:
    """The code of the language that a choice means: its own, or the first that there is of those
    that the user of the system reads; English where there is none."""
    if choice in LANGUAGES:
        return choice
    wanted = (name.partition("-")[0] for name in QLocale.system().uiLanguages())
    return next((code for code in wanted if code in LANGUAGES), "en")


def speak(app: QCoreApplication, choice: str) -> str:
    """Translate all texts that are asked for from now on, Qt's own too; returns the code of the
    language.

    To be called before the first widget is made, since texts are not asked for again. Numbers are
    written and read alike in all languages, with a point: so does every file and the command line.
    """
    global current
    language = current = spoken(choice)
    alike = QLocale(QLocale.Language.C)
    alike.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    QLocale.setDefault(alike)
    if language != "en":
        qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        for file in (
            f"{qt}/qtbase_{language}.qm",
            str(path(f"translations/isofront_{language}.qm")),
        ):
            translator = QTranslator(app)  # asked before those that were installed earlier
            if translator.load(file):
                app.installTranslator(translator)
    return language
