"""A peer that cannot run here."""

from __future__ import annotations


class AbsentError(Exception):
    """Says by name what is missing; the benchmark reports it and goes on."""
