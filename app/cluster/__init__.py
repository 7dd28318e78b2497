"""Chunks of work on the workers of a Dask cluster; see docs/cluster.md."""
