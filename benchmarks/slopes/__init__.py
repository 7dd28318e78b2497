"""What slopes cost, on the processor and on a GPU."""
