"""Matches and files that are made of other matches: forks, copies, bundles."""
