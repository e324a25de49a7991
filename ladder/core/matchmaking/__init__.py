"""Who plays whom next on a ladder."""
