"""The open document with its settings, and the undoable edits of both."""
