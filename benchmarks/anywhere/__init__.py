"""The tiled solver on terrain of several seeds, from several starts."""
