"""Which waiting match is played next, by whom and when: the scheduler and its resources."""
