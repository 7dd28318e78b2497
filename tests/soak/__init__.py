"""The window under random hands: nothing may go wrong, stay behind or grow."""
