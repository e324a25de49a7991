"""Events on a projector, in a stream, and in pages of other sites."""
