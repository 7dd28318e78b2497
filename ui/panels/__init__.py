"""One file per panel; they meet in the main window only."""
