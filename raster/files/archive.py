"""Rasters in a `.zip`."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from core.errors import InputError
from core.files.packed import open_zip
from raster.files.names import RASTER_SUFFIXES, WEAK_SUFFIXES, listed, raster_suffix


def raster_members(archive: zipfile.ZipFile) -> tuple[str, ...]:
    """Names of the rasters in an archive, sorted; an Esri binary grid is named by its folder."""
    found = set()
    for name in archive.namelist():
        entry = PurePosixPath(name)
        if name.endswith("/") or "__MACOSX" in entry.parts:
            continue
        if entry.name.lower() == "hdr.adf":
            found.add(entry.parent.as_posix())
        elif raster_suffix(name) in RASTER_SUFFIXES:
            found.add(name)
    weak = {n for n in found if raster_suffix(n) in WEAK_SUFFIXES}
    return tuple(sorted(found - weak or weak))


def choose_member(place: Path, member: str | None) -> tuple[str, bool]:
    """The member meant, and whether it is a folder; without a name, the only raster there is.

    InputError lists the choices.
    """
    with open_zip(place) as archive:
        files = [name for name in archive.namelist() if not name.endswith("/")]
        chosen = _chosen(place, raster_members(archive), files, member and member.rstrip("/"))
        if chosen in files:
            _refuse_unreadable(archive.getinfo(chosen), f"{place}/{chosen}")
    return chosen, chosen not in files


def _refuse_unreadable(entry: zipfile.ZipInfo, where: str) -> None:
    if entry.file_size == 0:
        raise InputError("the file is empty", where=where, advice="Fetch the archive again.")
    if entry.flag_bits & 1:
        raise InputError("is encrypted", where=where, advice="Unpack it first.")


def _chosen(place: Path, rasters: tuple[str, ...], names: Sequence[str], member: str | None) -> str:
    if member is None:
        if len(rasters) == 1:
            return rasters[0]
        if not rasters:
            raise InputError(
                f"no raster among {listed(names)}" if names else "the archive is empty",
                where=str(place),
                advice="Choose an archive with a raster in it.",
            )
        raise InputError(
            f"the archive holds {len(rasters)} rasters",
            where=str(place),
            advice=f"Name one of them: {listed(rasters, 12)}.",
        )
    if member in names or member in rasters:
        return member
    alike = [n for n in rasters if PurePosixPath(n).name.lower() == member.lower()]
    if len(alike) == 1:
        return alike[0]
    raise InputError(
        f"the archive holds no '{member}'",
        where=str(place),
        advice=f"It holds {listed(rasters or names, 12)}.",
    )
