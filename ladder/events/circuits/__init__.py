"""Circuits: events that share one table of points."""
