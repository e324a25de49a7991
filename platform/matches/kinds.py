"""What is different for each kind of match: who plays it, how soon, and how careful one is."""

from __future__ import annotations

from matches.models import Match

LANES = {
    "builds": (Match.Kind.PROVING,),
    "rooms": (Match.Kind.ROOM,),
    "matches": (
        Match.Kind.LADDER,
        Match.Kind.FRIENDLY,
        Match.Kind.SERIES,
        Match.Kind.EVENT,
        Match.Kind.TRIAL,
        Match.Kind.PREVIEW,
    ),
}
"""Queue of Celery → kinds of matches that its workers play."""
PRIORITY = {
    Match.Kind.PROVING: 20,
    Match.Kind.ROOM: 20,
    Match.Kind.SERIES: 15,
    Match.Kind.EVENT: 15,
    Match.Kind.TRIAL: 5,
    Match.Kind.PREVIEW: 10,
    Match.Kind.FRIENDLY: 10,
    Match.Kind.LADDER: 0,
}
LIGHT = (Match.Kind.ROOM, Match.Kind.PREVIEW, Match.Kind.FRIENDLY)
WEIGHTY = tuple(kind for kind in PRIORITY if kind not in LIGHT)
"""Matches whose result something hangs on."""
COUNTING = (Match.Kind.LADDER, Match.Kind.SERIES, Match.Kind.EVENT)
"""Matches that change ratings or standings."""
