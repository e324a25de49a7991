"""Previews: matches of house bots by a scenario, which organizers alone see."""

from __future__ import annotations

from django.core.exceptions import ValidationError

from accounts.models import User
from accounts.permissions import require_organizer
from bots.models import Bot
from matches.models import Match
from matches.services import MAX_WAITING, create_match
from rulesets.models import Scenario
from rulesets.services import ScenarioRefused, findings


def request_preview(by: User, scenario: Scenario) -> Match:
    """A match by a scenario in whatever state; house bots take its seats by turns.

    ValidationError where it cannot be played, a `ScenarioRefused` where that is its own fault.
    """
    require_organizer(by)
    if problems := findings(scenario).problems:
        raise ScenarioRefused(problems)
    versions = Bot.objects.fillers(scenario.game).order_by("name").versions()
    if not versions:
        raise ValidationError("No house bot of the game plays here now.")
    kind = Match.Kind.PREVIEW
    if Match.objects.unfinished().filter(kind=kind, requested_by=by).count() >= MAX_WAITING:
        raise ValidationError("Cancel some of your previews, or let them end.")
    turns = [versions[seat % len(versions)] for seat in range(scenario.ruleset().seats)]
    return create_match(scenario.game, scenario.name, kind, turns, requested_by=by)
