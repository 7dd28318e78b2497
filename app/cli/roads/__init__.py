"""Sub-commands on road graphs."""
