"""What slopes are made of, out of files: heights of cells, tables of factors."""
