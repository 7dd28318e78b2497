"""Reports: the words of a page, and that its two kinds of file say the same."""
