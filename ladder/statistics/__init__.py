"""Statistics of bots, read from the newest of their matches."""
