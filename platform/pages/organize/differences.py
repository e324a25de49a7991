"""Previews of acts on an event, each with a digest by which an outdated preview is noticed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.shortcuts import get_object_or_404

from ladder import publishing
from ladder.events.entrants import entering
from ladder.events.mending import previews, results
from ladder.events.mending.previews import Preview
from ladder.events.models import Entry, Event
from matches.models import Match

Verb = Callable[[Any, Any, str], object]


@dataclass(frozen=True)
class Act:
    """An act that changes tables: its texts, the function that previews it and the one that does
    it.  ``of_match``: the target is a match, not an entry."""

    name: str
    title: str
    button: str
    done: str
    preview: Callable[[Any], Preview]
    verb: Verb
    of_match: bool = False
    note: str = ""


ACTS = {
    act.name: act
    for act in (
        Act(
            "disqualify",
            "Disqualify",
            "Disqualify bot",
            "is disqualified",
            previews.of_disqualification,
            entering.disqualify,
            note="Finished games count. Opponents win its remaining games. The bot is last and "
            "does not qualify. Its managers are notified of the reason. You can undo this.",
        ),
        Act(
            "reinstate",
            "Take back into the event:",
            "Take the bot back",
            "takes part again",
            previews.of_reinstatement,
            entering.reinstate,
            note="Games that its opponents won without playing are played, unless their stage is "
            "finished.",
        ),
        Act(
            "void",
            "Void",
            "Void result",
            "is void",
            previews.of_void,
            results.void,
            of_match=True,
            note="The new game has a new seed, so another bot may win it. "
            "You can undo this until a later stage begins.",
        ),
        Act(
            "undo-void",
            "Undo the void of",
            "Undo void",
            "counts again",
            previews.of_undo,
            results.undo,
            of_match=True,
            note="The original result counts again, and so do the results that followed from it.",
        ),
    )
}


def target_of(event: Event, act: Act, pk: int) -> Entry | Match:
    """The target of the act; Http404 if it does not belong to this event."""
    if not act.of_match:
        return get_object_or_404(event.entries.select_related("bot__owner", "event"), pk=pk)
    match = get_object_or_404(Match, pk=pk)
    stage = results.stage_of(match)
    return get_object_or_404(Match, pk=match.pk if stage and stage.event_id == event.pk else 0)


def digest(preview: Preview) -> str:
    """A digest of everything that a preview shows, 20 hexadecimal digits."""
    exchange = preview.exchange
    told = [
        [each.stage.pk if each.stage else 0]
        + [[change.entry.pk, change.before, change.after] for change in each.changes]
        for each in preview.differences
    ]
    known = [
        told,
        exchange.away,
        exchange.back,
        exchange.following,
        *preview.places,
        *preview.since,
    ]
    return publishing.digest(known)


def publish(
    act: Act,
    target: Any,
    by: Any,
    reason: str,
    seen: str,
    *,
    regardless: bool = False,
    agreed: bool = False,
) -> None:
    """Do the act if its preview still has the digest ``seen``, or ``regardless`` of that.

    Raises `publishing.Outdated` otherwise, and ValidationError if the act is not possible, has no
    reason, or needs that the person has ``agreed``; nothing is done then.
    """
    now = act.preview(target)
    if now.objection:
        raise ValidationError(now.objection)
    publishing.is_outdated(seen, digest(now), anyway=regardless)
    if now.since and not agreed:
        raise ValidationError(previews.ASKS)
    act.verb(target, by, reason)
