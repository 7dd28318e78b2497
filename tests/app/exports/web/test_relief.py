"""Relief of web maps: a picture in the page, where it belongs, and no larger than it may be."""

from __future__ import annotations

import base64
import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from app.exports.request import ExportOptions
from app.exports.table import export
from app.exports.web.relief import relief_of
from app.solving.solved import Solved
from core.cancel import NEVER
from raster.elevation import Elevation
from tests.app.cli_runs import CommandLine, write_ascii
from tests.app.exports.test_table import BANDS, solve
from tests.app.exports.web.test_page import data_of, places


def _roof(solved: Solved) -> Elevation:
    """Rises eastward in the western half, and falls in the other."""
    cols = np.arange(solved.grid.cols)
    metres = np.minimum(cols, cols[::-1]).astype(np.float32) * 15 + 5
    whole = np.tile(metres, (solved.grid.rows, 1))
    return Elevation(whole, solved.grid.step_x, solved.grid.step_y)


def _picture(data: dict[str, Any]) -> NDArray[np.uint8]:
    packed = base64.b64decode(data["relief"]["picture"].partition(",")[2])
    return np.asarray(Image.open(io.BytesIO(packed)))


@pytest.mark.parametrize("named", [True, False])
def test_slopes_towards_the_light_gleam_and_others_lie_in_shadow(
    tmp_path: Path, named: bool
) -> None:
    solved = solve() if named else solve(None)
    options = ExportOptions(heights=_roof(solved))
    export("page", tmp_path / "map.html", solved, BANDS, options=options)
    data = data_of(tmp_path / "map.html")
    picture = _picture(data)
    middle, wide = picture.shape[0] // 2, picture.shape[1]
    west, east = picture[middle, wide // 4], picture[middle, 3 * wide // 4]
    assert west[0] == 255
    assert east[0] == 0
    assert west[1] > 0
    assert east[1] > 0
    corners = np.concatenate([places(data["relief"]["box"][k : k + 2], data) for k in (0, 2)])
    bands = np.concatenate([places(data["box"][k : k + 2], data) for k in (0, 2)])
    assert (corners[0] <= bands[0] + data["step"]).all()
    assert (corners[1] >= bands[1] - data["step"]).all()


@pytest.mark.parametrize("named", [True, False])
def test_no_light_falls_on_what_has_no_data(tmp_path: Path, named: bool) -> None:
    solved = solve() if named else solve(None)
    values = solved.grid.kmh_of(solved.grid.values).copy()
    third = solved.grid.rows // 3
    values[:third] = np.nan
    grid = replace(solved.grid, values=values, code_speed=None)
    heights = _roof(solved)
    relief = relief_of(grid, heights, NEVER)
    alpha = np.asarray(Image.open(io.BytesIO(relief.png)))[..., 1]
    tall = alpha.shape[0]
    assert not alpha[: tall // 3 - 1].any()
    assert alpha[tall // 3 + 1 : -1].any(axis=1).all(), "the rest is lit"


def test_a_picture_that_would_be_too_large_is_drawn_smaller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.exports.web.relief.MOST_BYTES", 700)
    solved = solve()
    rough = replace(
        _roof(solved),
        metres=np.random.default_rng(5).uniform(1, 90, solved.grid.shape).astype(np.float32),
    )
    export("page", tmp_path / "m.html", solved, BANDS, options=ExportOptions(heights=rough))
    data = data_of(tmp_path / "m.html")
    assert len(base64.b64decode(data["relief"]["picture"].partition(",")[2])) <= 700


def test_the_command_line_takes_heights_for_a_web_map(
    isofront: CommandLine, tmp_path: Path
) -> None:
    terrain = write_ascii(tmp_path / "ground.asc", np.full((12, 16), 36))
    heights = write_ascii(tmp_path / "high.asc", np.tile(np.arange(16) * 9 + 3, (12, 1)))
    asked = ("solve", terrain, "--start", "1005,2015", "--html", tmp_path / "a.html")
    isofront.json(*asked)
    assert data_of(tmp_path / "a.html")["relief"] is None
    isofront.json(*asked, "--relief", heights)
    assert (_picture(data_of(tmp_path / "a.html"))[..., 1] > 0).any()
