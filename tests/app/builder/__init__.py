"""Tests of `app/builder`."""
