"""The order in which spectators see things: ceremony, projectors, announcements."""
