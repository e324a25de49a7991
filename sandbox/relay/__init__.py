"""The packet protocol between a game logic, its players and a judger."""
