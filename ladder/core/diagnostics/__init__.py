"""Diagnostics: figures that one rating hides."""
