"""Isofront from Python, a page each; the tests run them."""
