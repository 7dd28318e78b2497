"""The sample terrain and the program that draws it; `python -m resources.sample.generate`."""
