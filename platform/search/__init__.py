"""One search over bots, people, teams, maps, matches, events, help and rules."""
