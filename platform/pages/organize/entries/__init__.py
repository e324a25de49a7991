"""The entrants of an event: entering, seeds, codes, and the freeze of their uploads."""
