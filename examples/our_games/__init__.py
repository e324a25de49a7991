"""Our games as game logic programs, and bots of the site as players of such programs."""
