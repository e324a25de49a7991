"""Drafts of announcements about incidents: the facts, in sentences that an organizer can change."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.models import Viewer
from arbiter.database.locks import lock
from arbiter.serving.kept import forget
from games.texts.sentences import listed
from ladder.core.contest.durations import spell_minutes
from ladder.events.models import EventAnnouncement, Incident, Stage
from ladder.events.showing import talk


def write(
    incident: Incident,
    title: str,
    stages: Sequence[Stage],
    matches: Collection[int],
    minutes: int,
    moves: Sequence[str] = (),
) -> Incident:
    """Store an incident with the draft of its announcement.  The results of these ``matches`` no
    longer count; ``minutes`` is an estimate of the time to play them again; ``moves`` are times
    that came later.
    """
    names = listed([stage.name for stage in stages])
    parts = [_first(len(matches), names), f"Reason: {incident.reason}"]
    if minutes:
        parts.append(f"This takes about {spell_minutes(minutes)}.")
    if moves:
        parts.append("New times:\n\n" + "\n".join(f"- {line}" for line in moves))
    incident.title, incident.text = title[:120], "\n\n".join(parts)[: talk.LONGEST_ANSWER]
    incident.save()
    incident.stages.set(stages)
    incident.matches.set(matches)
    return incident


def _first(counted: int, stages: str) -> str:
    if not counted:
        return f"The matches of {stages} are played again."
    if counted == 1:
        return f"One result of {stages} no longer counts. The matches are played again."
    return f"{counted} results of {stages} no longer count. The matches are played again."


@transaction.atomic
def announce(incident: Incident, by: Viewer, message: talk.Message) -> EventAnnouncement:
    """Publish the announcement of an incident, as the organizer has written it.

    Everybody sees the incident from then on.  ValidationError if it is published already.
    """
    incident = lock(Incident.objects).get(pk=incident.pk)
    earlier = incident.announcement
    if earlier is not None and earlier.withdrawn_at is None:
        raise ValidationError("The announcement of this incident is published already.")
    made = talk.announce(incident.event, by, message)
    incident.announcement = made
    incident.title, incident.text = made.title, made.text
    incident.save(update_fields=["announcement", "title", "text"])
    forget()
    return made
