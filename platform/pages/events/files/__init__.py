"""Events as files and on paper: CSV, JSON, print."""
