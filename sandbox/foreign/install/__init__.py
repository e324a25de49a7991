"""Installing foreign games: archives, the trial, the place where they lie."""
