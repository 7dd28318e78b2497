"""Copy-back: the kept levels brought to the host with every customization."""
