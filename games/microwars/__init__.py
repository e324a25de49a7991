"""Microwars: tanks and cannons of two sides that shoot and move at the same time."""
