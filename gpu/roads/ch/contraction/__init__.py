"""CU-CH on the device: the twin of road.ch.contraction."""
