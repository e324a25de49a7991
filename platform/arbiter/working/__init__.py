"""What all workers have in common: queues, names, the one beat, and errors that pass."""
