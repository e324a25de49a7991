"""Parts of pages about matches: their players, seats, ends and lists."""
