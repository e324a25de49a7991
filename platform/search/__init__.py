"""One search over bots, people, teams, maps, matches and events."""
