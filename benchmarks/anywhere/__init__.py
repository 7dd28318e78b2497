"""The tiled solver on terrain and from starts that nothing was tuned on."""
