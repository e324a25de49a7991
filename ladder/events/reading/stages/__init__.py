"""The results of a stage for one viewer, and the parts of which they are made."""
