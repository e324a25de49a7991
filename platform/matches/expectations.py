"""How long a match will take, by how long the last ones of its bots did."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from statistics import median

from games.registry import GAMES
from matches.models import Duration, Match, Seat

DEFAULT_S = 10.0
"""Where nothing like it was played yet."""
KEPT = 5
"""The newest matches of a key, whose median counts."""
REFRESHED = 100
"""Waiting matches whose expectation is updated after a match has ended."""
CHANGE = 0.1
"""A smaller relative change is not stored."""


class Expectations:
    """How long matches will take, each ``asked`` as (game, ruleset, kind, ids of the versions);
    one query."""

    def __init__(self, asked: Iterable[tuple[str, str, str, Collection[int]]]) -> None:
        self._known = _known({key for each in asked for key in _asked(*each)})

    def of(self, game: str, ruleset: str, kind: str, versions: Collection[int]) -> float:
        """Seconds that a match between these versions will take.

        The slowest bot tells: the greatest of the medians of each version's last matches of the
        ruleset.  A version without any takes the median of the ruleset, or else of the kind of
        match, more or less by its first match beside those of others.
        """
        return _expect(self._known, game, ruleset, kind, set(versions))


def expect(game: str, ruleset: str, kind: str, versions: Collection[int]) -> float:
    """`Expectations.of` one match."""
    return Expectations([(game, ruleset, kind, versions)]).of(game, ruleset, kind, versions)


def learn(match: Match) -> None:
    """Keep how long a finished match took, and tell the matches that wait for its versions."""
    if match.state != Match.State.FINISHED or match.started is None or match.finished is None:
        return
    seconds = round((match.finished - match.started).total_seconds(), 2)
    seats = Seat.objects.filter(match=match).exclude(version=None)
    versions = set(seats.values_list("version", flat=True))
    keys = _keys(match.game, match.ruleset, match.kind, versions)
    known = _known(keys)
    rows = [Duration(key=key, recent=[*known.get(key, ()), seconds][-KEPT:]) for key in keys]
    Duration.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["key"], update_fields=["recent"]
    )
    _refresh(match, versions)


def _refresh(match: Match, versions: set[int]) -> None:
    waiting = Match.objects.filter(
        state=Match.State.QUEUED, game=match.game, ruleset=match.ruleset
    ).order_by("pk")
    rows = {row.pk: row for row in waiting.only("kind", "expected")[:REFRESHED]}
    on: dict[int, set[int]] = {}
    for pk, version in Seat.objects.filter(match__in=list(rows)).values_list("match", "version"):
        on.setdefault(pk, set()).add(version)
    touched = {pk: seated - {None} for pk, seated in on.items() if seated & versions}
    kinds = {rows[pk].kind for pk in touched}
    every = set().union(*touched.values())
    known = _known({k for kind in kinds for k in _asked(match.game, match.ruleset, kind, every)})
    changed = []
    for pk, seated in touched.items():
        row = rows[pk]
        expected = _expect(known, match.game, match.ruleset, row.kind, seated)
        if abs(expected - row.expected) > CHANGE * row.expected:
            row.expected = expected
            changed.append(row)
    Match.objects.bulk_update(changed, ["expected"])


def _asked(game: str, ruleset: str, kind: str, versions: Iterable[int]) -> set[str]:
    """The keys by which `_expect` knows."""
    first = _keys(game, _first_ruleset(game), Match.Kind.PROVING, versions)
    return {*_keys(game, ruleset, kind, versions), *first}


def _first_ruleset(game: str) -> str:
    """The ruleset of first matches; "" where the game is not installed."""
    return GAMES[game].rulesets[0].name if game in GAMES else ""


def _keys(game: str, ruleset: str, kind: str, versions: Iterable[int]) -> list[str]:
    """The keys under which such a match is kept."""
    of_bots = [_of_version(version, ruleset, kind) for version in sorted(versions)]
    return [*of_bots, _of_ruleset(game, ruleset, kind), _of_kind(kind)]


def _of_version(version: int, ruleset: str, kind: str) -> str:
    return f"{_length(kind)}version {version} {ruleset}"


def _of_ruleset(game: str, ruleset: str, kind: str) -> str:
    return f"{_length(kind)}ruleset {game} {ruleset}"


def _length(kind: str) -> str:
    """Matches of some kinds tell nothing of others, nor others of them: first matches are brief,
    forks repeat a part of a match, and people think for long."""
    apart = {Match.Kind.PROVING: "first ", Match.Kind.FORK: "fork ", Match.Kind.ROOM: "room "}
    return apart.get(Match.Kind(kind), "")


def _of_kind(kind: str) -> str:
    return f"kind {kind}"


def _known(keys: Iterable[str]) -> dict[str, list[float]]:
    rows = Duration.objects.filter(key__in=list(keys))
    return dict(rows.values_list("key", "recent"))


def _expect(
    known: Mapping[str, Sequence[float]],
    game: str,
    ruleset: str,
    kind: str,
    versions: Iterable[int],
) -> float:
    of_all = _median(known, _of_ruleset(game, ruleset, kind)) or _median(known, _of_kind(kind))
    usual, paces = of_all or DEFAULT_S, []
    for version in versions:
        own = _median(known, _of_version(version, ruleset, kind))
        paces.append(own or usual * _slowness(known, game, version, usual))
    return max(paces, default=usual)


def _slowness(known: Mapping[str, Sequence[float]], game: str, version: int, usual: float) -> float:
    """How long its first match took beside those of others; a match is no shorter than a first
    match, which may have been ended early."""
    first, kind = _first_ruleset(game), Match.Kind.PROVING
    own = _median(known, _of_version(version, first, kind))
    if not own:
        return 1.0
    others = _median(known, _of_ruleset(game, first, kind)) or own
    return max(own / others, own / usual)


def _median(known: Mapping[str, Sequence[float]], key: str) -> float | None:
    return median(recent) if (recent := known.get(key)) else None
