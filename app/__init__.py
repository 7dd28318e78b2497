"""Everything except the window: runs, records, exports."""
