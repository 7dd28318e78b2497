"""The window as a program: from its start to its end, and what its process does at rest."""
