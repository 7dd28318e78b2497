"""The vocabulary every other package speaks: times, solvers, traces, errors."""
