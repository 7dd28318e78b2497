"""A kept result against the newest: what the map shows of both, and what is won and lost."""
