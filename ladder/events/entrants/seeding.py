"""The seeds of an event's entries: by rating, by a list, by hand, or at random.

They are an order over all games of the event.  Stages with `Seeding.LIST` use it; bots without a
seed come after those that have one, in the order of their entries.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.models import Viewer
from arbiter import texts
from arbiter.database.locks import lock
from ladder.core.contest.draws import LONGEST_SEED, drawn
from ladder.events.entrants.terms.rules import stored
from ladder.events.models import Entry, Event, SeedMethod
from ladder.events.permissions import record, require
from ladder.events.roles import EventAct
from ladder.events.running.advancing import in_seed_order
from ladder.models import Rating
from ladder.ratings.standings import display
from ladder.seasons.current import current_season

BATCH = 500
"""Seeds of one query: for each row, the database compares the rows before it in the query."""


def order_of(event: Event) -> list[Entry]:
    """The entries that play, in the order of their seeds."""
    rows = event.entries.playing().select_related("bot__owner", "bot__team")
    return in_seed_order(rows)


def ratings_of(event: Event) -> dict[int, int]:
    """Points of the rating by entry, in the ladder of the first stage of each game; without bots
    that have none."""
    points_of: dict[int, int] = {}
    firsts = {stage.game: stage for stage in reversed(event.planned.stages)}
    for stage in firsts.values():
        season = current_season(stage.game, stage.ruleset)
        if season is None:
            continue
        bots = {row.bot_id: row.pk for row in event.entries.playing().filter(bot__game=stage.game)}
        for rating in Rating.objects.filter(season=season, bot__in=bots, games__gt=0):
            points_of[bots[rating.bot_id]] = display(rating).points
    return points_of


@transaction.atomic
def by_rating(event: Event, by: Viewer) -> None:
    """Seed by the rating now, best first; bots without one come last, in the order of entry."""
    event = _held(event, by)
    known = ratings_of(event)
    rows = list(event.entries.playing().order_by("pk"))
    rows.sort(key=lambda row: -known.get(row.pk, -(10**9)))
    _store(event, by, rows, SeedMethod.RATING)


@transaction.atomic
def by_order(event: Event, by: Viewer, entries: Sequence[int]) -> None:
    """Seed by hand: primary keys of entries, best first.

    Bots that entered or left since the list was shown do no harm: missing ones come last.
    """
    event = _held(event, by)
    known = {row.pk: row for row in order_of(event)}
    wanted = dict.fromkeys(entries)
    first = [known[pk] for pk in wanted if pk in known]
    rest = [row for pk, row in known.items() if pk not in wanted]
    _store(event, by, [*first, *rest], SeedMethod.LIST)


@transaction.atomic
def by_list(event: Event, by: Viewer, text: str) -> None:
    """Seed by names of bots, one a line, best first, as “owner/bot” or, if it is clear, “bot”."""
    event = _held(event, by)
    rows = order_of(event)
    named = _by_name(rows)
    entries: dict[Entry, None] = {}
    wrong: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        name = re.sub(r"^\s*\d+[.)]?\s+", "", line).strip()
        if name:
            why = _find(named, entries, name)
            wrong += [f"Line {number}: {why}"] if why else []
    if wrong:
        raise ValidationError({"names": wrong[:20]})
    if not entries:
        raise ValidationError({"names": "Write the name of one bot a line, best first."})
    _store(event, by, [*entries, *(row for row in rows if row not in entries)], SeedMethod.LIST)


def _by_name(rows: Sequence[Entry]) -> dict[str, list[Entry]]:
    """The entries by “owner/bot”, and by “bot”, which has no slash; both in lower case."""
    named: dict[str, list[Entry]] = {}
    for row in rows:
        for name in (str(row.bot), row.bot.name):
            named.setdefault(name.lower(), []).append(row)
    return named


def _find(named: Mapping[str, Sequence[Entry]], entries: dict[Entry, None], name: str) -> str:
    """Add the entry of that name to ``entries``; the reason if that is not possible, else empty."""
    found = named.get(name.lower(), ())
    if not found:
        return f"no bot “{name[:80]}” has entered."
    if len(found) > 1:
        return f"several bots are named “{name[:80]}”. Write owner/bot."
    if found[0] in entries:
        return f"{found[0].bot} is listed twice."
    entries[found[0]] = None
    return ""


@transaction.atomic
def at_random(event: Event, by: Viewer, seed: str = "") -> str:
    """Draw the seeds by `ladder.core.contest.draws`; the seed of the draw, which pages show.

    Without a seed, a new one is made.
    """
    event = _held(event, by)
    texts.require_lines(seed=seed)
    if len(seed.strip()) > LONGEST_SEED:
        raise ValidationError({"seed": f"Use at most {LONGEST_SEED} characters."})
    seed = seed.strip() or secrets.token_hex(8)
    rows = {str(row.bot): row for row in order_of(event)}
    _store(event, by, [rows[name] for name in drawn(seed, rows)], SeedMethod.RANDOM, seed)
    return seed


@transaction.atomic
def clear(event: Event, by: Viewer) -> None:
    """Remove all seeds."""
    event = _held(event, by)
    event.entries.update(seed=None)
    _note(event, by, SeedMethod.NONE, "")


def _held(event: Event, by: Viewer) -> Event:
    require(by, event, EventAct.ENTRANTS)
    event = lock(Event.objects).get(pk=event.pk)
    if event.has_begun or event.is_over:
        raise ValidationError("The event has started, so its seeds stay as they are.")
    return event


def _store(
    event: Event, by: Viewer, rows: Sequence[Entry], method: SeedMethod, seed: str = ""
) -> None:
    if not rows:
        raise ValidationError("No bot has entered yet.")
    event.entries.update(seed=None)
    for number, row in enumerate(rows, 1):
        row.seed = number
    Entry.objects.bulk_update(rows, ["seed"], batch_size=BATCH)
    _note(event, by, method, seed)


def _note(event: Event, by: Viewer, method: SeedMethod, seed: str) -> None:
    organizer = require(by, event, EventAct.ENTRANTS)
    rules = stored(event)
    rules.seeding, rules.draw_seed = method, seed
    rules.save(update_fields=["seeding", "draw_seed"])
    act = f"seeds: {method.label}, seed of the draw {seed}"
    record(organizer, event, event, act if seed else f"seeds: {method.label}")
