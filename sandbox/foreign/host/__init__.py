"""Matches of foreign games: the program with the rules and the bots, each in its sandbox."""
