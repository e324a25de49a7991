"""The common part of all workers: queues, names, the one beat, and errors that pass."""
