"""The matchmaker of ladders."""
