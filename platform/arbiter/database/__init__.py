"""The database of a site: locks, its clock, and what it does under load."""
