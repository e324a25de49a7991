"""Builds of languages that are too long for a line of theirs."""
