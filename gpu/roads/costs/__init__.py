"""The metric decoder on the device."""
