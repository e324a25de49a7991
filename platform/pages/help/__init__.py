"""Help: one index of documents, limits, events and webhooks."""
