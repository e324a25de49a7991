"""Planning an event: its frame, its stages and their times, a dry run, and what came of the plan."""
