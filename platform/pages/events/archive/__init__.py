"""The archive of an event: pages, replays and files that need neither the site nor a network."""
