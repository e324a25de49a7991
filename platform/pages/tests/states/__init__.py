"""A site with an event, a bot, a match and a record in each of their states, and its addresses."""
