"""What is kept of a match that ended, who may have it, and how its result reads."""
