"""Names of files as one would print them."""

from __future__ import annotations

import pytest

from core.plain_text import as_title


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("porto_portugal", "Porto Portugal"),
        ("grande_comore_30m", "Grande Comore 30m"),
        ("USA-road-d.NY", "USA-road-d.NY"),
        ("N43E007 dem", "N43E007 Dem"),
        ("ÎLE_de_ré", "ÎLE De Ré"),
        ("__", ""),
        ("", ""),
    ],
)
def test_names_of_files_become_titles(name: str, title: str) -> None:
    assert as_title(name) == title
