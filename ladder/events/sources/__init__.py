"""The comparison of the sources of entered bots."""
