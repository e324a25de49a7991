"""The packet protocol between a game logic, its players and a judger; no I/O, no clock."""
