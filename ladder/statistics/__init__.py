"""Statistics of bots, and of the fairness of matches, read from the newest matches."""
