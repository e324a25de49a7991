"""The formats of a tournament's stages: plain functions that say who meets whom next, and who is
first.  Start with `contract`.
"""
