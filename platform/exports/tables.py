"""The tables of an archive: one file each, each row a JSON object.

People are listed by what everybody sees of them; of everything else all columns go but those named
here, whose content is either elsewhere in the archive or nobody's business.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import Model, Q, QuerySet

from accounts.models import Membership, Team, User
from arbiter.database.chunks import in_chunks
from audit.models import AuditEntry
from bots.models import Bot, BotVersion
from exports.options import Options
from games.registry import GAMES
from ladder import models as ladder
from ladder.events import models as events
from maps.models import Map
from matches.models import Match, Seat
from news.models import Announcement
from rulesets.models import Scenario

CHUNK = 500
"""Rows in memory at a time."""
PEOPLE = ("id", "username", "about", "date_joined", "is_active", "is_staff", "is_house")
LEFT_OUT = {
    BotVersion: (
        *("build_log", "build_worker", "build_losses", "faults", "retry_at"),
        *("source", "artifact"),
    ),
    Match: ("lease_until", "retry_at", "replay"),
    Seat: ("log", "match"),
    ladder.Refit: ("covariance",),
}


@dataclass(frozen=True, slots=True)
class Table:
    """``rows`` of a file, ``fields`` of each; None: `shipped` makes them.  Rows of matches come
    ``with_seats``, if wanted."""

    name: str
    rows: QuerySet[Any] | None
    fields: Sequence[str] = ()
    with_seats: bool = False

    def count(self) -> int:
        return self.rows.count() if self.rows is not None else 0

    def read(self) -> Iterator[dict[str, object]]:
        """All rows, a chunk at a time in memory."""
        if self.rows is None:
            yield from shipped()
        elif self.with_seats:
            yield from _matches(self.rows, self.fields)
        else:
            yield from self._read(self.rows)

    def _read(self, rows: QuerySet[Any]) -> Iterator[dict[str, object]]:
        key = rows.model._meta.pk.attname  # which tells rows apart, and may be left out
        for row in in_chunks(rows.values(*{key: None, **dict.fromkeys(self.fields)}), CHUNK):
            yield {name: row[name] for name in self.fields}


def fields_of(model: type[Model]) -> list[str]:
    """All columns but those that are left out."""
    left_out = LEFT_OUT.get(model, ())
    return [f.attname for f in model._meta.concrete_fields if f.name not in left_out]


def _whole(name: str, rows: QuerySet[Any]) -> Table:
    return Table(name, rows.order_by("pk"), fields_of(rows.model))


def matches(options: Options) -> QuerySet[Match]:
    """Matches of the requested season, made on the requested days."""
    rows = Match.objects.all()
    if options.season is not None:
        rows = rows.filter(rated__season=options.season)
    if options.since is not None:
        rows = rows.filter(created__date__gte=options.since)
    if options.until is not None:
        rows = rows.filter(created__date__lte=options.until)
    return rows.order_by("pk")


def tables(options: Options) -> list[Table]:
    """Every file of an archive but the manifest."""
    one = Q() if options.season is None else Q(season=options.season)
    season = Q() if options.season is None else Q(pk=options.season)
    chosen = matches(options)
    rated = ladder.RatedMatch.objects.filter(match__in=chosen.order_by().values("pk"))
    people = (*PEOPLE, "email") if options.emails else PEOPLE
    made = [
        Table("people", User.objects.order_by("pk"), people),
        _whole("teams", Team.objects.all()),
        _whole("memberships", Membership.objects.all()),
        _whole("bots", Bot.objects.all()),
        _whole("versions", BotVersion.objects.all()),
        _whole("maps", Map.objects.all()),
        Table("rulesets", None),
        _whole("scenarios", Scenario.objects.all()),
        _whole("seasons", ladder.Season.objects.filter(season)),
        _whole("ratings", ladder.Rating.objects.filter(one)),
        _whole("official_ratings", ladder.OfficialRating.objects.filter(one)),
        _whole("anchors", ladder.Anchor.objects.filter(one)),
        _whole("refits", ladder.Refit.objects.filter(one)),
        _whole("rated_matches", rated),
        _whole("rating_changes", ladder.RatingChange.objects.filter(rated__in=rated)),
        Table("matches", chosen, fields_of(Match), with_seats=True),
        _whole("series", events.Series.objects.all()),
        _whole("series_games", events.SeriesGame.objects.all()),
        _whole("announcements", Announcement.objects.all()),
        _whole("audit", AuditEntry.objects.all()),
    ]
    return [*made, *_rest(made)]


def _rest(made: Sequence[Table]) -> Iterator[Table]:
    """Other tables of these apps."""
    known = {table.rows.model for table in made if table.rows is not None}
    for label in ("maps", "ladder", "events", "comparisons"):
        for model in apps.get_app_config(label).get_models():
            if model not in known:
                yield _whole(f"{label}_{model._meta.model_name}", model._default_manager.all())


def _matches(rows: QuerySet[Match], fields: Sequence[str]) -> Iterator[dict[str, object]]:
    chunk: list[dict[str, object]] = []
    for row in in_chunks(rows.values(*fields), CHUNK):
        chunk.append(row)
        if len(chunk) == CHUNK:
            yield from _with_seats(chunk)
            chunk.clear()
    yield from _with_seats(chunk)


def _with_seats(chunk: list[dict[str, object]]) -> Iterator[dict[str, object]]:
    seats: dict[object, list[object]] = {row["id"]: [] for row in chunk}
    inside = Seat.objects.filter(match__in=list(seats)).order_by("match", "number")
    for seat in inside.values("match_id", *fields_of(Seat)):
        seats[seat.pop("match_id")].append(seat)
    for row in chunk:
        yield {**row, "seats": seats[row["id"]]}


def shipped() -> Iterator[dict[str, object]]:
    """Rulesets that ship with the games that are here now."""
    for game in GAMES.values():
        for rules in game.rulesets:
            yield {
                "game": game.name,
                "name": rules.name,
                "title": rules.title,
                "seats": rules.seats,
                "teams": list(rules.teams),
                "memory_mb": rules.memory_mb,
                "params": dict(rules.params),
            }
