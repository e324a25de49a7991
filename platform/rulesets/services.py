"""Create, change, publish, withdraw and retire scenarios.

Only organizers may use it.  Errors are for the person who asked: `ValidationError` (a
`ScenarioRefused` where the scenario is at fault) says what to do, `PermissionDenied` who may.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts.models import User, Viewer
from accounts.permissions import require_organizer, require_reason
from arbiter import texts
from arbiter.database.locks import lock
from arbiter.serving.kept import forget
from audit import services as audit
from games.registry import GAMES
from games.scenarios import ScenarioProblem
from rulesets.changes import changes
from rulesets.findings import Findings, examine
from rulesets.models import Scenario, State

MAP_AHEAD = timedelta(days=7)
"""The default time between the publication of a scenario's map and of the scenario."""
FURTHEST = timedelta(days=366)
"""Times are at most so far ahead: beyond that somebody mistyped the year."""


class ScenarioRefused(ValidationError):
    """A scenario that cannot be played; ``problems`` say where and why."""

    def __init__(self, problems: tuple[ScenarioProblem, ...]) -> None:
        super().__init__([str(problem) for problem in problems])
        self.problems = problems


@dataclass(frozen=True)
class Draft:
    """A scenario as an organizer wants it; ``map`` is a `maps.models.Map`.

    ``based_on`` is the revision that the organizer began with; None does not ask.
    """

    game: str
    name: str
    title: str
    base: str
    map: Any
    data: dict[str, object]
    summary: str = ""
    based_on: int | None = None


@transaction.atomic
def create(by: Viewer, draft: Draft) -> Scenario:
    """A new draft, which may still have problems."""
    organizer = require_organizer(by)
    made = Scenario(game=draft.game, created_by=organizer)
    _take(made, draft, organizer)
    made.save()
    audit.record(organizer, made, "made")
    return made


@transaction.atomic
def edit(scenario: Scenario, by: Viewer, draft: Draft) -> Scenario:
    """Change a scenario, and take its map as it is now.

    One that is planned or published has to stay playable.  Matches that wait or were played keep
    what they were made with.
    """
    organizer = require_organizer(by)
    locked = lock(Scenario.objects).get(pk=scenario.pk)
    if locked.retired_at is not None:
        raise ValidationError("It is retired: begin a new one with a copy of it.")
    if draft.based_on not in (None, locked.revision):
        raise ValidationError(
            f"It was changed meanwhile and is at revision {locked.revision} now. "
            "Save once more to replace that, or open it in another window first."
        )
    before = Scenario.objects.select_related("map").get(pk=locked.pk)
    _take(locked, draft, organizer)
    if locked.published_at is not None:
        _require_playable(locked)
    differences = changes(before, locked)
    if differences:
        locked.revision += 1
        locked.save()
        audit.record(organizer, locked, "changed", "; ".join(differences))
    return locked


def _take(target: Scenario, draft: Draft, by: User) -> None:
    if draft.game not in GAMES or GAMES[draft.game].scenarios is None:
        raise ValidationError({"game": f"There are no scenarios of “{draft.game}”."})
    if draft.base not in target.format.bases:
        raise ValidationError({"base": f"A scenario is based on {', '.join(target.format.bases)}."})
    if target.published_at is not None and (target.name, target.base) != (draft.name, draft.base):
        raise ValidationError("Its name and its base stay: a date is set for it.")
    if draft.map.game != draft.game or draft.map.archived or not draft.map.visible_to(by):
        raise ValidationError({"map": "There is no such map of this game."})
    texts.require_lines(title=draft.title)
    texts.require_texts(summary=draft.summary)
    texts.require_strings("data", draft.data)
    target.name, target.title, target.summary = draft.name, draft.title, draft.summary
    target.base, target.data = draft.base, draft.data
    target.map, target.map_revision, target.board = draft.map, draft.map.revision, draft.map.board
    target.full_clean(exclude=["board", "data", "created_by", "map"], validate_constraints=False)
    if any(ruleset.name == target.name for ruleset in GAMES[target.game].rulesets):
        raise ValidationError({"name": "A ruleset of the game has this name."})
    same = Scenario.objects.filter(game=target.game, name=target.name).exclude(pk=target.pk)
    if same.exists():
        raise ValidationError({"name": "Another scenario of the game has this name."})


def findings(scenario: Scenario) -> Findings:
    """The game's findings about a stored scenario."""
    return examine(scenario.game, scenario.base, scenario.document, scenario.board)


def _require_playable(scenario: Scenario) -> None:
    if problems := findings(scenario).problems:
        raise ScenarioRefused(problems)


@transaction.atomic
def publish(
    scenario: Scenario,
    by: Viewer,
    at: datetime | None = None,
    map_at: datetime | None = None,
    rated: bool = True,
) -> Scenario:
    """Let everybody play it from ``at`` on, None: from now on; everybody sees its map from
    ``map_at`` on, None: a week before that.  Also sets other times for one that is planned."""
    organizer = require_organizer(by)
    locked = lock(Scenario.objects).get(pk=scenario.pk)
    now = timezone.now()
    if locked.state_at(now) not in (State.DRAFT, State.PLANNED):
        raise ValidationError(f"It is {locked.state_at(now)} already.")
    if locked.map_revision != locked.map.revision:
        raise ValidationError(
            f"Its map is at revision {locked.map.revision} now, and it was saved with revision "
            f"{locked.map_revision}: look at it and save it first."
        )
    _require_playable(locked)
    _check_map(locked, organizer)
    at = now if at is None else at
    # "Now" includes times that are slightly past because of a slow click.
    map_at = min(at, max(at - MAP_AHEAD, now)) if map_at is None else map_at
    _check_times(at, map_at, now)
    locked.published_at, locked.map_public_at, locked.rated = at, map_at, rated
    locked.save()
    begins, shown = f"{at:%Y-%m-%d %H:%M %Z}", f"{map_at:%Y-%m-%d %H:%M %Z}"
    summary = (
        f"{begins}, its map from {shown} on, with a ladder"
        if rated
        else f"{begins}, its map from {shown} on, without a ladder"
    )
    audit.record(organizer, locked, "to be published" if at > now else "published", summary)
    show_maps()
    return locked


def _check_map(scenario: Scenario, by: User) -> None:
    used = scenario.map
    if used.archived:
        raise ValidationError({"map": "Its map is in the archive."})
    if not used.public and not used.managed_by(by):
        raise ValidationError(
            {"map": f"{used} is somebody else's and not public: make a copy of it and use that."}
        )


def _check_times(at: datetime, map_at: datetime, now: datetime) -> None:
    if at < now - timedelta(minutes=1):
        raise ValidationError({"at": "This time has passed. Choose a later one."})
    if at > now + FURTHEST:
        raise ValidationError({"at": "That is more than a year ahead."})
    if map_at > at:
        raise ValidationError({"map_at": "Its map is public at the latest when it is."})


@transaction.atomic
def withdraw(scenario: Scenario, by: Viewer, reason: str) -> None:
    """Make a draft again of one that is planned.  A map that is public stays so."""
    organizer = require_organizer(by)
    planned = Scenario.objects.filter(pk=scenario.pk, published_at__gt=timezone.now())
    none: dict[str, object] = {"published_at": None, "map_public_at": None, "rated": False}
    if not planned.filter(retired_at=None).update(**none):
        raise ValidationError("Only one that is planned can be withdrawn.")
    forget()
    audit.record(organizer, scenario, "withdrawn", require_reason(reason))


@transaction.atomic
def retire(scenario: Scenario, by: Viewer, reason: str) -> None:
    """No new matches from now on; those that wait are still played, and its season ends."""
    organizer = require_organizer(by)
    active = Scenario.objects.filter(pk=scenario.pk, retired_at=None)
    if not active.update(retired_at=timezone.now()):
        raise ValidationError("It is retired already.")
    audit.record(organizer, scenario, "retired", require_reason(reason))


def show_maps() -> int:
    """Make the maps public whose time has come; how many these were."""
    due = Scenario.objects.filter(
        map_public_at__lte=timezone.now(), retired_at=None, map__public=False, map__archived=None
    ).select_related("map")
    maps = {scenario.map_id: scenario.map for scenario in due.defer("board", "map__board")}
    for row in maps.values():
        row.public = True
        row.save(update_fields=["public", "updated"])
    return len(maps)
