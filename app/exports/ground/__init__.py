"""The ground itself as files: speeds with edits burnt into them."""
