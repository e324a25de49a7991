"""One match on a worker: its programs, its judger, what people send, and tries that fail."""
