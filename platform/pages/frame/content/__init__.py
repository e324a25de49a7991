"""Texts, charts, badges and feeds."""
