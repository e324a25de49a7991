"""Settings of rooms, where people play; a part of `arbiter.settings`."""

import environ

_env = environ.Env()

ROOM_WALL_SECONDS = _env.int("ARBITER_ROOM_WALL_SECONDS", default=21600)
"""The longest that a match with people may take."""
ROOM_MATCHES = _env.int("ARBITER_ROOM_MATCHES", default=4)
"""Matches with people that wait or run at a time, and the number of workers that play them."""
ROOM_MATCHES_PER_PERSON = _env.int("ARBITER_ROOM_MATCHES_PER_PERSON", default=2)
"""The limit per person in rooms."""
ROOM_AWAY_SECONDS = _env.float("ARBITER_ROOM_AWAY_SECONDS", default=60)
"""A person whose page is closed for this time during a match loses the seat; 0: never."""
ROOM_READY_SECONDS = _env.float("ARBITER_ROOM_READY_SECONDS", default=20)
"""The longest time that a match waits for the pages of its people; 0: not at all."""
ROOM_COUNTDOWN_SECONDS = _env.float("ARBITER_ROOM_COUNTDOWN_SECONDS", default=3)
"""The countdown before the first question of a match with people; 0: none."""
ROOMS_PER_PERSON = _env.int("ARBITER_ROOMS_PER_PERSON", default=10)
"""Open rooms of one person."""
ROOM_IDLE_HOURS = _env.int("ARBITER_ROOM_IDLE_HOURS", default=24)
"""A room that is idle for this time is closed."""
