"""Stages of encounters: they create the matches that their formats ask for."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from django.db import transaction

from arbiter.database.locks import lock
from bots.models import BotVersion
from games.engine import Ruleset
from games.registry import GAMES
from ladder.core.contest.plan import Problem, Reveal, StagePlan
from ladder.core.stages.contract import Format
from ladder.core.stages.formats import FORMATS
from ladder.events.kinds import matches
from ladder.events.kinds.audience import audience_of
from ladder.events.kinds.contract import StageKind, Thought
from ladder.events.kinds.encounter_state import groups
from ladder.events.kinds.games import BATCH, StageGame, earlier_games, light
from ladder.events.kinds.matches import MOST_TRIES, Boards, count_tries, draft, guests, hold
from ladder.events.kinds.moves import Moves, moves_of
from ladder.events.kinds.state import NOTHING, Group, Without, entries_of, side_seats
from ladder.events.models import (
    Attempt,
    Encounter,
    EncounterGame,
    Stage,
    StageEntry,
    StagePulse,
    load_attempts,
)
from ladder.events.models.labels import group_letter
from matches.creating import MatchDraft, create_matches
from matches.kinds import SHARES, lane_of
from matches.models import Match
from matches.queueing.claiming import slots
from matches.seating import SeatTerms
from matches.services import withdraw

LEAST_AT_ONCE = 16
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

    def waits_for_time(self, stage: Stage) -> bool:
        return stage.planned.options.matchday > 0

    def think(self, stage: Stage) -> Moves:
        return moves_of(stage, self.format)

    def play(self, stage: Stage, thought: Thought | None) -> bool:
        moves = thought if isinstance(thought, Moves) else self.think(stage)
        _lose(stage, moves.failed)
        _turn(moves.turned)
        _settle(moves.settled)
        if not (stage.paused or stage.event.paused):
            hold(stage, "")
            Encounter.objects.bulk_create(moves.new)
            _make(stage, moves.due[: max(0, most_at_once() - moves.going)])
        elif moves.new:
            moves.drawn = False
        pulse = StagePulse.objects.filter(pk=stage.pk)
        drawn = stage.revision if moves.drawn else None
        pulse.update(drawn=drawn, over=sorted(moves.over))
        return moves.everything

    def groups(self, stage: Stage, without: Without = NOTHING) -> list[Group]:
        return groups(stage, without)

    def games(self, stage: Stage, last: int | None) -> Iterator[StageGame]:
        return chain(_games(stage, last), earlier_games(stage) if last is None else ())


def most_at_once() -> int:
    """Most queued and running matches of one stage: twice as many as can be played at once, so that
    it neither fills the queue nor leaves a slot free."""
    return max(LEAST_AT_ONCE, 2 * slots(lane_of(SHARES[Match.Kind.EVENT])))


def _lose(stage: Stage, failed: Sequence[tuple[Encounter, Attempt]]) -> None:
    """Mark games as lost whose match ended without a result or is void."""
    EncounterGame.objects.filter(match__in=[each.match for _, each in failed]).update(lost=True)
    for row in {row.pk: row for row, _ in failed}.values():
        row.stage = stage
        tries = row.games.select_related("match").order_by("-number")[:MOST_TRIES]
        count_tries(stage, row.title, [each.match for each in tries])


def _turn(turned: Sequence[Encounter]) -> None:
    """Store which encounters are obsolete, and withdraw their queued and running games."""
    # Of a key one stands at a time: those that fall do so first.
    for row in sorted(turned, key=lambda row: row.obsolete):
        row.obsolete = not row.obsolete
        row.save(update_fields=["obsolete"])
        if row.obsolete:
            games = [game.match for game in row.games.select_related("match")]
            withdraw(games, "A result that led to it was voided.")


def _settle(settled: Sequence[Encounter]) -> None:
    """Keep the results of encounters that want no other game."""
    for row in settled:
        row.settled = row.standing
    Encounter.objects.bulk_update(settled, ["settled"], batch_size=200)


@transaction.atomic
def settle_again(stage: Stage) -> int:
    """Read the kept results of a stage from their matches once more; returns how many encounters
    had others."""
    stage = lock(Stage.objects).get(pk=stage.pk)
    rows = list(stage.encounters.filter(settled__isnull=False))
    load_attempts(rows, frozenset(row.pk for row in rows))
    wrong = [row for row in rows if row.settled != row.standing]
    _settle(wrong)
    return len(wrong)


def _make(stage: Stage, due: Sequence[tuple[Encounter, Sequence[int | None]]]) -> None:
    if not due:
        return
    reopened = {row.pk: row for row, _ in due if row.settled is not None}
    Encounter.objects.filter(pk__in=list(reopened)).update(settled=None)
    load_attempts(reopened.values(), frozenset(reopened))
    making, made = _Making(stage, _entries(stage, due)), Counter[int]()
    games, drafts = [], []
    for row, sides in due:
        each, number = making.draft(row, sides, made[row.pk])
        games.append(EncounterGame(encounter=row, number=number, sides=list(sides)))
        drafts.append(each)
        made[row.pk] += 1
    for game, match in zip(games, create_matches(drafts), strict=True):
        game.match = match
    EncounterGame.objects.bulk_create(games)


def _entries(
    stage: Stage, due: Sequence[tuple[Encounter, Sequence[int | None]]]
) -> dict[tuple[int, int], StageEntry]:
    """The entries that play these games, by group and number."""
    numbers = {one for _, sides in due for one in sides if one is not None}
    rows = entries_of(stage).filter(group__in={row.group for row, _ in due}, number__in=numbers)
    return {(row.group, row.number or 0): row for row in rows}


class _Making:
    """Drafts the matches of one move; what they have in common is read once."""

    def __init__(self, stage: Stage, entries: Mapping[tuple[int, int], StageEntry]) -> None:
        self._stage, self._entries, self._boards = stage, entries, Boards(stage)
        self._seats = side_seats(stage)
        self._audiences: dict[int, Reveal] = {}

    def draft(
        self, row: Encounter, sides: Sequence[int | None], before: int
    ) -> tuple[MatchDraft, int]:
        """The match of a game, and the number of the game: after those that an encounter has, and
        ``before`` others of this move."""
        stage = self._stage
        lost = sum(each.lost or each.has_failed for each in row.attempts)
        start = GAMES[stage.game].start(len(row.attempts) - lost + before, len(sides))
        number = 1 + before + max((each.number for each in row.attempts), default=0)
        seed = _seed(stage, row.group, row.key, start, lost)
        versions, terms = self._seated(row.group, sides, seed)
        board = self._boards.at(row.round - 1 + start)
        audience = self._audience(row.round)
        return draft(
            stage, Match.Kind.EVENT, versions, terms, board, seed, audience=audience
        ), number

    def _audience(self, number: int) -> Reveal:
        if number not in self._audiences:
            self._audiences[number] = audience_of(self._stage, number)
        return self._audiences[number]

    @cached_property
    def _house(self) -> list[BotVersion]:
        return guests(self._stage)

    def _seated(
        self, group: int, sides: Sequence[int | None], seed: int
    ) -> tuple[list[BotVersion], list[SeatTerms]]:
        """The version and the rating of each seat."""
        count = sum(len(side) for side in self._seats)
        versions: list[BotVersion | None] = [None] * count
        terms = [SeatTerms()] * count
        for at, (entrant, places) in enumerate(zip(sides, self._seats, strict=True)):
            for seat in places:
                if entrant is None:
                    versions[seat] = self._house[(seed + at) % len(self._house)]
                else:
                    row = self._entries[group, entrant]
                    versions[seat], terms[seat] = row.version, SeatTerms(rating=row.rating)
        return [version for version in versions if version is not None], terms


def _seed(stage: Stage, *what: object) -> int:
    """The seed of a game: games with one start share it, a game played again has a new one."""
    again = (f"taken back {stage.times_taken_back}",) if stage.times_taken_back else ()
    return random.Random(repr((stage.seed, *what, *again))).randrange(SEEDS)


def _games(stage: Stage, last: int | None) -> Iterator[StageGame]:
    games = EncounterGame.objects.filter(encounter__stage=stage).select_related("encounter")
    if last is not None:
        games = games.filter(encounter__round__lte=last)
    rows = games.prefetch_related(light()).order_by("encounter__group", "encounter__round", "pk")
    for game in rows.iterator(chunk_size=BATCH):
        row = game.encounter
        letter, lost = group_letter(row.group), game.lost or row.obsolete
        yield StageGame(game.match, letter, row.key, row.round, game.number, lost)
