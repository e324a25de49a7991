"""While an event runs: its course, and what judges mend."""
