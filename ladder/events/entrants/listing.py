"""The entrants of an event as organizers see them: entries, bots that wait, and invitations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ladder.events.entrants.check_in import Window, window_of
from ladder.events.models import Entry, Event, Invitation, WaitingPlace
from ladder.events.running.advancing import in_seed_order

STATES = (
    "entered",
    "checked in",
    "waiting",
    "invited",
    "open",
    "accepted",
    "withdrawn",
    "withdrew",
    "disqualified",
    "declined",
    "used up",
    "expired",
    "taken back",
)
"""In the order of the page.  An invitation is listed until its person enters a bot."""


@dataclass(frozen=True, slots=True)
class Line:
    """One entrant; exactly one of ``entry``, ``place`` and ``invitation`` is set."""

    state: str
    entry: Entry | None = None
    place: WaitingPlace | None = None
    invitation: Invitation | None = None


def lines(event: Event) -> list[Line]:
    """All entrants, in the order of their states, then of their seeds and times."""
    window = window_of(event)
    entries = in_seed_order(event.entries.select_related("bot__owner", "bot__team"))
    listed = [Line(state_of(entry, window), entry=entry) for entry in entries]
    waiting = event.waiting.select_related("bot__owner", "bot__team").order_by("pk")
    listed += [Line("waiting", place=place) for place in waiting]
    inside = {entry.bot.owner_id for entry in entries if entry.withdrawn_at is None}
    listed += [Line(row.state, invitation=row) for row in _invitations(event, inside)]
    order = {state: number for number, state in enumerate(STATES)}
    return sorted(listed, key=lambda line: order[line.state])


def state_of(entry: Entry, window: Window | None) -> str:
    """The state of an entry in a word."""
    if entry.left_as:
        return entry.left_as
    if entry.withdrawn_at is not None:
        return "withdrawn"
    return "checked in" if window is not None and window.has(entry.checked_in_at) else "entered"


def _invitations(event: Event, inside: set[int]) -> list[Invitation]:
    """Without those whose people have entered a bot, as far as organizers may know them: who enters
    without an answer has answered."""
    rows = event.invitations.select_related("person").order_by("pk")
    return [
        row
        for row in rows
        if not (
            row.state in ("accepted", "invited")
            and row.shown_person is not None
            and row.person_id in inside
        )
    ]


def counts(listed: Sequence[Line]) -> list[tuple[str, int]]:
    """The number of lines by state, in the order of `STATES`; without states that none has."""
    count = Counter(line.state for line in listed)
    return [(state, count[state]) for state in STATES if count[state]]
