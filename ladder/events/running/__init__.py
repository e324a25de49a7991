"""Stages begin, are played, pause and end; workers and uploads that wait for them."""
