"""Planning an event: its frame, stages and times, a dry run, and the plan beside what happens."""
