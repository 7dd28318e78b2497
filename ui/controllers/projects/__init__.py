"""Projects in the window: opened, saved, kept beside the settings meanwhile."""
