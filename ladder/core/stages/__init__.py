"""The formats of a tournament's stages: who meets whom next, and who is first; see `contract`."""
