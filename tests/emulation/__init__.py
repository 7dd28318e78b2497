"""CUDA kernels on the processor: for tests where there is no device."""
