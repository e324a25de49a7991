"""Brackets: single and double elimination."""
