"""The entrants of an event: their consent, invitations, rules of entry, waiting, and seeds."""
