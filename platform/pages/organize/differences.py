"""Previews of what an act would change, with a digest that says whether they still hold."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.shortcuts import get_object_or_404

from ladder.events import entering, previews, results
from ladder.events.models import Entry, Event
from ladder.events.previews import Preview
from matches.models import Match

Verb = Callable[[Any, Any, str], object]


@dataclass(frozen=True)
class Act:
    """Something that changes tables: what it is called before and after, how it is foreseen and
    done, and what happens besides."""

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
            "Disqualify it",
            "is disqualified",
            previews.of_disqualification,
            entering.disqualify,
            note="What it has played stands; what it has not is won by the others without a game. "
            "It is last, does not go on, and its authors are told why. This can be undone.",
        ),
        Act(
            "reinstate",
            "Undo the disqualification of",
            "Take it back in",
            "takes part again",
            previews.of_reinstatement,
            entering.reinstate,
            note="Games that were won without it are played, where their stage is not over.",
        ),
        Act(
            "void",
            "Void",
            "Void the result",
            "is void",
            previews.of_void,
            results.void,
            of_match=True,
            note="The new game has a new seed, and its winner may be another one. "
            "This can be undone until the next stage begins.",
        ),
        Act(
            "undo-void",
            "Undo the void of",
            "Let the result count again",
            "counts again",
            previews.of_undo,
            results.undo,
            of_match=True,
            note="The original results stand again, with what followed from them.",
        ),
    )
}


def target_of(event: Event, act: Act, pk: int) -> Entry | Match:
    """What the act is done to; Http404 where it is nothing of this event."""
    if not act.of_match:
        return get_object_or_404(event.entries.select_related("bot__owner", "event"), pk=pk)
    match = get_object_or_404(Match, pk=pk)
    stage = results.stage_of(match)
    return get_object_or_404(Match, pk=match.pk if stage and stage.event_id == event.pk else 0)


def digest(preview: Preview) -> str:
    """Of all that a preview says."""
    exchange = preview.exchange
    told = [
        [each.stage.pk if each.stage else 0]
        + [[change.entry.pk, change.before, change.after] for change in each.changes]
        for each in preview.differences
    ]
    known = [told, exchange.away, exchange.back, exchange.following]
    return hashlib.sha256(json.dumps(known).encode()).hexdigest()[:20]


def publish(
    act: Act, target: Any, by: Any, reason: str, seen: str, *, regardless: bool = False
) -> Preview | None:
    """Do it if it still changes what was ``seen``, or ``regardless`` of that; else nothing is done,
    and what it would change now is the answer.  ValidationError of the verb."""
    now = act.preview(target)
    if now.objection:
        raise ValidationError(now.objection)
    if not reason.strip():
        raise ValidationError("Say why: those whose bots it touches will read it.")
    if digest(now) != seen and not regardless:
        return now
    act.verb(target, by, reason.strip())
    return None
