"""Tests of `app.solving.warming`."""
