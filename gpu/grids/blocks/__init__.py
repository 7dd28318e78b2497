"""Blocks of out-of-core on the device."""
