"""What Isofront ships beside its code: the sample terrain, colour tables, icons."""
