"""A batch in the window: from the menu to its files, and again."""

from __future__ import annotations

from pathlib import Path

import rasterio

from app.batch.crossed import JOURNAL, SUMMARY
from tests.ui.driving import SHIFT, Driver
from tests.ui.rasters import Rasters, centre
from tests.ui.roads import Roads
from ui.dialogs.batch import BatchDialog


def opened(user: Driver, folder: Path) -> BatchDialog:
    user.do("batch")
    dialog = user.window.findChild(BatchDialog)
    assert isinstance(dialog, BatchDialog)
    folder.mkdir(exist_ok=True)
    dialog.folder.setText(str(folder))
    return dialog


def states(dialog: BatchDialog) -> list[str]:
    assert dialog.table.rowCount() == len(dialog.rows)
    return [row.state for row in dialog.rows]


def test_every_start_by_every_limit_is_written_and_not_twice(
    user: Driver, rasters: Rasters, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    user.open(rasters.geotiff())
    dialog = opened(user, out)
    dialog.start.click()
    user.rest()
    assert "no start" in dialog.said.text()
    dialog.folder.setText("")
    dialog.start.click()
    assert dialog.said.text() == "Choose a folder for the files."
    dialog.folder.setText(str(out))
    user.click(*centre(20, 10))
    user.click(*centre(30, 50), SHIFT)
    dialog.kind.setCurrentIndex(dialog.kind.findData("times"))
    assert dialog.format.currentData() == ".tif"
    dialog.limits.setText("5, 10 s")
    dialog.pattern.setText("{start}")
    dialog.start.click()
    user.rest()
    assert "one name" in dialog.said.text()
    dialog.pattern.setText("{start}-{limit}")
    dialog.start.click()
    user.rest()
    names = ["1-5.tif", "1-10.tif", "2-5.tif", "2-10.tif"]
    assert states(dialog) == ["done"] * 4
    assert {path.name for path in out.iterdir()} == {*names, JOURNAL, SUMMARY}
    with rasterio.open(out / names[0]) as file:
        assert 0 < file.read(1, masked=True).max() <= 5
    (out / names[2]).unlink()
    dialog.start.click()
    user.rest()
    assert states(dialog) == ["kept", "kept", "done", "kept"]
    assert dialog.said.text().startswith("1 done, 3 finished before, 0 failed")
    dialog.close()


def test_the_folder_is_made_and_the_hand_stays_on_the_button(
    user: Driver, rasters: Rasters, tmp_path: Path
) -> None:
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    dialog = opened(user, tmp_path / "there")
    said: list[str] = []
    user.window.bridge.task_progress.connect(lambda *_: said.append(dialog.said.text()))
    dialog.folder.setText(str(tmp_path / "no" / "new"))
    dialog.limits.setText("0.5, 2 min")
    dialog.activateWindow()
    dialog.start.setFocus()
    user.wait(dialog.start.hasFocus)
    dialog.start.click()
    assert dialog.stop.hasFocus(), "Return ends the batch, and does not close"
    user.rest()
    assert dialog.said.text() == f"{tmp_path / 'no'}: there is no such folder. Check the name."
    assert dialog.start.hasFocus()
    wide = dialog.table.viewport().width()
    assert dialog.table.horizontalHeader().length() == wide
    dialog.folder.setText(str(tmp_path / "new"))
    dialog.start.click()
    user.rest()
    assert states(dialog) == ["done", "done"]
    assert (tmp_path / "new" / SUMMARY).exists()
    assert [row.name for row in dialog.rows] == ["1, 30 s", "1, 2 min"]
    assert dialog.table.horizontalHeader().length() == dialog.table.viewport().width()
    assert said
    assert all(words[:1] == words[:1].upper() for words in said)
    dialog.close()


def test_starts_of_a_file_on_roads_and_one_that_fails(user: Driver, tmp_path: Path) -> None:
    user.open(Roads(tmp_path).town())
    places = tmp_path / "places.csv"
    places.write_text("name,lon,lat\nhere,-8.60,41.15\nfar,10,10\n")
    dialog = opened(user, tmp_path / "out")
    assert [dialog.kind.itemData(k) for k in range(dialog.kind.count())] == [
        "polygons", "times", "page",
    ]  # fmt: skip
    dialog.kind.setCurrentIndex(dialog.kind.findData("times"))
    dialog.file.setText(str(places))
    dialog.start.click()
    user.rest()
    assert states(dialog) == ["done", "failed"]
    assert "far" in dialog.table.item(1, 1).text()
    assert dialog.rows[1].error
    assert (tmp_path / "out" / "here-all.csv").exists()
    dialog.start.click()
    user.rest()
    assert states(dialog) == ["kept", "failed"]
    user.window.editor.edit_roads(lambda edits: edits.set_direction("to"))
    user.rest()
    dialog.start.click()
    user.rest()
    assert states(dialog) == ["done", "failed"], "the roads are driven otherwise"
    dialog.close()
