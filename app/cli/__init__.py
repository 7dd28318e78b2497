"""The command line: thin, one function per sub-command."""
