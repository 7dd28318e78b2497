"""Square tiles that fit in cache: where they lie, which is due, how one is settled."""
