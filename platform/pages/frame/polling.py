"""Parts of pages that are fetched again and again."""

STOP_POLLING = 286
"""The status by which htmx learns that a part will not change any more."""
