"""Tables of the documents, drawn from the records."""
