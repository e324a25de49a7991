"""The roles of the people who run an event, and the one table of their rights."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import TextChoices


class EventRole(TextChoices):
    """The role with the most rights first.  Organizers of the site have those of an owner."""

    OWNER = "owner", "owner"
    ORGANIZER = "organizer", "co-organizer"
    JUDGE = "judge", "judge"
    ANNOUNCER = "announcer", "announcer"
    OBSERVER = "observer", "observer"


class EventAct(TextChoices):
    """The acts that depend on a role; a label says what they are."""

    SEE = "see", "See the draft, results that are kept back, and the history of the event"
    PLAN = "plan", "Change the plan, publish it, copy it, try it in a dry run"
    ENTRANTS = "entrants", "Enter, invite, seed and withdraw bots; answer to the waiting list"
    RUN = "run", "Start, pause and resume the event and its stages; change times"
    JUDGE = (
        "judge",
        "Void and replay results, take stages back, decide a result, disqualify and reinstate bots",
    )
    REVEAL = "reveal", "Set when results are shown, and lead the ceremony"
    ANNOUNCE = "announce", "Write announcements, and answer questions"
    FAIRNESS = "fairness", "Compare sources of entered bots where the rules of the event say so"
    ABORT = "abort", "Abort the event, and delete its draft"
    ROLES = "roles", "Give and take roles"


_LEADERS = frozenset((EventRole.OWNER, EventRole.ORGANIZER))

ALLOWED: Mapping[EventAct, frozenset[EventRole]] = {
    EventAct.SEE: frozenset(EventRole),
    EventAct.PLAN: _LEADERS,
    EventAct.ENTRANTS: _LEADERS,
    EventAct.RUN: _LEADERS,
    EventAct.JUDGE: _LEADERS | {EventRole.JUDGE},
    EventAct.REVEAL: _LEADERS | {EventRole.ANNOUNCER},
    EventAct.ANNOUNCE: _LEADERS | {EventRole.JUDGE, EventRole.ANNOUNCER},
    EventAct.FAIRNESS: _LEADERS | {EventRole.JUDGE},
    EventAct.ABORT: frozenset((EventRole.OWNER,)),
    EventAct.ROLES: frozenset((EventRole.OWNER,)),
}
"""By act: the roles that include it.  Checks of permissions, pages and help read this table."""
