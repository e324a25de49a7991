"""The properties of each kind of match: its share of the workers' time, the queue of its tasks, and
its checks.
"""

from __future__ import annotations

from accounts.models import Viewer
from controls.models import Share
from matches.models import Match

SHARES = {
    Match.Kind.PROVING: Share.FIRST,
    Match.Kind.ROOM: Share.ROOMS,
    Match.Kind.SERIES: Share.EVENTS,
    Match.Kind.EVENT: Share.EVENTS,
    Match.Kind.COMPARISON: Share.COMPARISONS,
    Match.Kind.PREVIEW: Share.CHALLENGES,
    Match.Kind.FRIENDLY: Share.CHALLENGES,
    Match.Kind.FORK: Share.CHALLENGES,
    Match.Kind.TEST: Share.COMPARISONS,
    Match.Kind.CLIMB: Share.COMPARISONS,
    Match.Kind.LADDER: Share.LADDER,
    Match.Kind.SPARRING: Share.LADDER,
}
"""Kind → its share, unless whoever makes the match says another: those of an event's season."""
LANES = {
    "matches": tuple(share for share in Share if share != Share.ROOMS),
    "rooms": (Share.ROOMS,),
}
"""Queue of Celery → the shares whose matches its workers play."""
LIGHT = (
    *(Match.Kind.ROOM, Match.Kind.PREVIEW, Match.Kind.FRIENDLY),
    *(Match.Kind.FORK, Match.Kind.TEST, Match.Kind.SPARRING),
)
WEIGHTY = tuple(kind for kind in SHARES if kind not in LIGHT)
"""Matches whose result something hangs on."""
COUNTING = (Match.Kind.LADDER, Match.Kind.SERIES, Match.Kind.EVENT)
"""Matches that change ratings or standings."""
OF_ONE = (Match.Kind.ROOM, Match.Kind.FRIENDLY, Match.Kind.PREVIEW, Match.Kind.FORK)
"""Matches that are played because one person asked for them, and for nothing else."""


def lane_of(share: str) -> str:
    """The queue whose workers play matches of a share."""
    return next(lane for lane, shares in LANES.items() if share in shares)


def may_end(match: Match, user: Viewer) -> bool:
    """Whether a match is this person's alone to end, without a result."""
    return match.kind in OF_ONE and match.requested_by_id == user.pk is not None
