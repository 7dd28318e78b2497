"""Tests of `--edits` and `isofront burn`."""
