"""Stages of encounters: they create the matches that their formats ask for."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from django.db.models import Max
from django.utils import timezone

from games.registry import GAMES
from ladder.core.contest.plan import Problem, StagePlan
from ladder.core.stages.contract import Format, Wanted
from ladder.core.stages.formats import FORMATS
from ladder.events.kinds import matches
from ladder.events.kinds.contract import StageKind
from ladder.events.kinds.encounter_state import basis_of, counts, groups
from ladder.events.kinds.games import BATCH, StageGame, earlier_games, light
from ladder.events.kinds.matches import MOST_TRIES, count_tries, guests, hold, make
from ladder.events.kinds.state import NOTHING, Group, Without, side_seats
from ladder.events.models import Encounter, EncounterGame, Stage
from ladder.events.models.labels import group_letter
from matches.models import Match
from matches.seating import SeatTerms
from matches.services import withdraw

if TYPE_CHECKING:
    from bots.models import BotVersion
    from games.engine import Ruleset
    from ladder.events.models import StageEntry

IN_FLIGHT = 16
"""Most queued and running matches of one stage, so that it does not fill the queue."""
SEEDS = 2**53


@dataclass(frozen=True, kw_only=True)
class Encounters(StageKind):
    """A stage of encounters, played as its format in `ladder.core.stages` says."""

    @property
    def format(self) -> Format:
        return FORMATS[self.kind.value]

    def unplayable(self, plan: StagePlan, rules: Ruleset, sides: int) -> Iterator[Problem]:
        if self.format.two_sides and sides > 2:
            text = f"{rules.title} has {sides} sides, but a {self.kind.label} needs two."
            yield Problem(text, plan.key, "kind")

    def objection(self, stage: Stage) -> str:
        if why := matches.objection(stage):
            return why
        if len(side_seats(stage)) > 2 and not guests(stage):
            return "There is no house bot to fill empty seats."
        return ""

    def play(self, stage: Stage) -> bool:
        _take_up(stage)
        groups = self.groups(stage)
        for group in groups:
            _keep_standing(group)
        going = _going(stage)
        room = IN_FLIGHT - sum(len(games) for games in going.values())
        if not (stage.paused or stage.event.paused):
            hold(stage, "")
            for group in groups:
                for wanted in _due(stage, group):
                    room -= _make(stage, group, wanted, going, room)
                    if room <= 0 or stage.paused:
                        break
        over = all(group.progress is not None and group.progress.over for group in groups)
        return over and not going

    def groups(self, stage: Stage, without: Without = NOTHING) -> list[Group]:
        return groups(stage, without)

    def games(self, stage: Stage, last: int | None) -> Iterator[StageGame]:
        return chain(_games(stage, last), earlier_games(stage) if last is None else ())


def _due(stage: Stage, group: Group) -> list[Wanted]:
    """The encounters that may be played now; those of later match days may not."""
    assert group.progress is not None, "a stage of encounters"
    now = timezone.now()
    return [
        want
        for want in group.progress.wanted
        if (begins := stage.round_begins(want.encounter.round)) is None or begins <= now
    ]


def _take_up(stage: Stage) -> None:
    """Mark games as lost whose match ended without a result or is void."""
    games = EncounterGame.objects.standing().filter(encounter__stage=stage)
    for game in games.select_related("match", "encounter"):
        if game.match.is_over and not counts(game):
            game.lost = True
            game.save(update_fields=["lost"])
            tries = game.encounter.games.select_related("match").order_by("-number")
            count_tries(stage, game.encounter.title, [each.match for each in tries[:MOST_TRIES]])


def _keep_standing(group: Group) -> None:
    """Store which encounters are obsolete, and withdraw their queued and running games."""
    changed = [row for row in group.made if row.obsolete == (group.rows.get(row.key) is row)]
    # Of a key one stands at a time: those that fall do so first.
    for row in sorted(changed, key=lambda row: row.obsolete):
        row.obsolete = not row.obsolete
        row.save(update_fields=["obsolete"])
        if row.obsolete:
            games = [game.match for game in row.games.select_related("match")]
            withdraw(games, "A result that led to it was voided.")


def _going(stage: Stage) -> dict[int, list[EncounterGame]]:
    """Queued and running games by encounter."""
    games = EncounterGame.objects.standing().filter(encounter__stage=stage)
    by_encounter: dict[int, list[EncounterGame]] = {}
    for game in games.filter(match__state__in=Match.UNFINISHED).select_related("match"):
        by_encounter.setdefault(game.encounter_id, []).append(game)
    return by_encounter


def _make(
    stage: Stage,
    group: Group,
    wanted: Wanted,
    going: dict[int, list[EncounterGame]],
    room: int,
) -> int:
    """Create at most ``room`` missing games of an encounter; returns how many."""
    encounter = wanted.encounter
    row = group.rows.get(encounter.key)
    if row is None:
        row = Encounter.objects.create(
            stage=stage,
            group=group.number,
            key=encounter.key,
            round=encounter.round,
            name=encounter.name[:60],
            entrants=list(encounter.entrants),
            of=[None if feed is None else list(feed) for feed in encounter.of],
            basis=basis_of(encounter.of, group.rows),
        )
    on = [tuple(game.sides) for game in going.get(row.pk, [])]
    left = list((Counter(wanted.games) - Counter(on)).elements())
    order = sorted(left, key=wanted.games.index)[: max(0, len(wanted.games) - len(on))]
    for sides in order[: max(room, 0)]:
        going.setdefault(row.pk, []).append(_game(stage, group, row, sides))
    return min(len(order), max(room, 0))


def _game(stage: Stage, group: Group, row: Encounter, sides: Sequence[int | None]) -> EncounterGame:
    number = 1 + (row.games.aggregate(last=Max("number"))["last"] or 0)
    standing = row.games.filter(lost=False).count()
    lost = row.games.filter(lost=True).count()
    start = GAMES[stage.game].start(standing, len(sides))
    seed = _seed(stage, group.number, row.key, start, lost)
    seats = side_seats(stage)
    versions, terms = _seats(stage, group.entries, sides, seats, seed)
    turn = row.round - 1 + start
    match = make(stage, Match.Kind.EVENT, versions, terms, turn, seed, number=row.round)
    return EncounterGame.objects.create(
        encounter=row, number=number, sides=list(sides), match=match
    )


def _seed(stage: Stage, *what: object) -> int:
    """The seed of a game: games with one start share it, a game played again has a new one."""
    again = (f"taken back {stage.times_taken_back}",) if stage.times_taken_back else ()
    return random.Random(repr((stage.seed, *what, *again))).randrange(SEEDS)


def _seats(
    stage: Stage,
    entries: Sequence[StageEntry],
    sides: Sequence[int | None],
    seats: Sequence[Sequence[int]],
    seed: int,
) -> tuple[list[BotVersion], list[SeatTerms]]:
    """The version and the rating of each seat."""
    count = sum(len(side) for side in seats)
    versions: list[BotVersion | None] = [None] * count
    terms = [SeatTerms()] * count
    house = guests(stage) if None in sides else []
    for at, (entrant, places) in enumerate(zip(sides, seats, strict=True)):
        for seat in places:
            if entrant is None:
                versions[seat] = house[(seed + at) % len(house)]
            else:
                versions[seat] = entries[entrant].version
                terms[seat] = SeatTerms(rating=entries[entrant].rating)
    return [version for version in versions if version is not None], terms


def _games(stage: Stage, last: int | None) -> Iterator[StageGame]:
    games = EncounterGame.objects.filter(encounter__stage=stage).select_related("encounter")
    if last is not None:
        games = games.filter(encounter__round__lte=last)
    rows = games.prefetch_related(light()).order_by("encounter__group", "encounter__round", "pk")
    for game in rows.iterator(chunk_size=BATCH):
        row = game.encounter
        letter, lost = group_letter(row.group), game.lost or row.obsolete
        yield StageGame(game.match, letter, row.key, row.round, game.number, lost)
