"""The device twins; the only importer of cupy."""
