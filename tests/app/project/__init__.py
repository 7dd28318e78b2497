"""Tests of project files."""
