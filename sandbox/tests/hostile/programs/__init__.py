"""The hostile programs.  Each bounds itself, so that it may be run with its wall taken away."""
