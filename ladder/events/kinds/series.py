"""Stages of series: each group plays a sequence of games until enough bots have won."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from django.db.models import Q

from bots.models import BotVersion
from games.engine import Ruleset
from games.registry import GAMES
from ladder.core import rating as scale
from ladder.core import series as rules
from ladder.core.contest import qualifying
from ladder.core.contest.plan import Kind, Problem, StagePlan
from ladder.events.kinds import matches
from ladder.events.kinds.audience import audience_of
from ladder.events.kinds.contract import StageKind, Thought
from ladder.events.kinds.games import BATCH, StageGame, earlier_games, light
from ladder.events.kinds.matches import MOST_TRIES, Boards, count_tries, draft, guests, hold
from ladder.events.kinds.state import NOTHING, Group, Without, disqualified_of, out_of, seated
from ladder.events.models import Scene, Series, SeriesGame, Stage, StageEntry
from ladder.events.models.labels import group_letter
from ladder.models import Rating
from ladder.seasons.current import current_season
from matches.creating import create_matches
from matches.models import Match
from matches.seating import SeatTerms
from rulesets.catalogue import find

NO_GUEST = "There is no house bot to fill an empty seat."


def series_ruleset(game: str, ruleset: str) -> Ruleset | None:
    """The ruleset, if a series of it can be played here: its game knows handicaps, and at least
    two play, everybody alone."""
    if game not in GAMES or not GAMES[game].handicap:
        return None
    try:
        rules = find(game, ruleset)
    except KeyError:
        return None
    return rules if rules.seats > 1 and not rules.teams else None


MOST_IN_SERIES = 512
"""Most entrants of one group: its games follow each other, and each reads those before it."""


@dataclass(frozen=True, kw_only=True)
class SeriesKind(StageKind):
    """Stages of series, one for each group."""

    def unplayable(self, plan: StagePlan, rules: Ruleset, sides: int) -> Iterator[Problem]:
        if sides > 1 and series_ruleset(plan.game, plan.ruleset) is None:
            text = (
                f"{rules.title} cannot be a series: it has no handicaps, or it is played in teams."
            )
            yield Problem(text, plan.key, "ruleset")

    def at_once(self, plan: StagePlan, groups: int, workers: int) -> int:
        return max(1, groups)

    def objection(self, stage: Stage) -> str:
        if why := matches.objection(stage):
            return why
        if series_ruleset(stage.game, stage.ruleset) is None:
            return "The game no longer has handicaps, which a series needs."
        return ""

    def begin(self, stage: Stage, qualified: Callable[[], Collection[int]]) -> None:
        """A series for each group; wins of the entries that have ``qualified`` do not count."""
        options, inside = stage.planned.options, qualified()
        for number, entries in enumerate(seated(stage)):
            who = [entry.entry_id for entry in entries]
            winners, known = qualifying.wanted(options.winners, who, inside)
            most = options.most_games or rules.bound(len(entries), winners + len(known))
            Series.objects.create(
                stage=stage,
                group=number,
                winners=winners,
                most_games=most,
                qualified=sorted(known),
            )

    def play(self, stage: Stage, thought: Thought | None) -> bool:
        _take_up(stage)
        groups = self.groups(stage)
        rows = SeriesGame.objects.filter(series__stage=stage, lost=False)
        going = set(rows.filter(match__state__in=Match.UNFINISHED).values_list("series", flat=True))
        if not (stage.paused or stage.event.paused):
            made = [_next_game(stage, group) for group in groups if _series(group).pk not in going]
            hold(stage, "" if all(made) else NO_GUEST)
        ended = [group.state is not None and group.state.end is not None for group in groups]
        return all(ended) and not going

    def groups(self, stage: Stage, without: Without = NOTHING) -> list[Group]:
        held = {each.group: each for each in stage.series.all()}
        return [
            _group(stage, held.get(number), number, entries, without)
            for number, entries in enumerate(seated(stage))
        ]

    def winners(self, stage: Stage) -> frozenset[int]:
        """The ids of the entries that have won the series of their group."""
        return frozenset(
            group.entries[line.entrant].entry_id
            for group in self.groups(stage)
            if group.state is not None
            for line in rules.standings(group.state)
            if line.won
        )

    def inside(self, stage: Stage) -> frozenset[tuple[int, int]]:
        rows = stage.series.all() if stage.started is not None else ()
        return frozenset((each.group, number) for each in rows for number in each.qualified)

    def games(self, stage: Stage, last: int | None) -> Iterator[StageGame]:
        return chain(_games(stage, last), earlier_games(stage) if last is None else ())


SERIES = SeriesKind(
    kind=Kind.SERIES,
    sentence="Each winner starts the next game with an advantage.",
    scenes=(Scene.RACE,),
    fields=frozenset({"groups", "group_size", "group_limit", "winners", "most_games", "patience"}),
    part="game",
    most_together=MOST_IN_SERIES,
)


def _take_up(stage: Stage) -> None:
    """A game whose match ended without a result is lost: the next attempt has a new seed."""
    games = SeriesGame.objects.filter(series__stage=stage, lost=False)
    broken = (Match.State.ABORTED, Match.State.FAILED)
    for game in games.filter(match__state__in=broken).select_related("series"):
        game.series.stage = stage
        game.lost = True
        game.save(update_fields=["lost"])
        tries = game.series.games.filter(number=game.number).select_related("match")
        newest = tries.order_by("-pk")[:MOST_TRIES]
        count_tries(stage, game.title, [each.match for each in newest])


def _series(group: Group) -> Series:
    assert group.series is not None, "a stage of series"
    return group.series


def _next_game(stage: Stage, group: Group) -> bool:
    """Create the next game; False if no house bot can fill an empty seat."""
    state = group.state
    assert state is not None, "a stage of series"
    seating = rules.next_seating(state)
    if seating is None:
        return True
    entries = group.entries
    own = {entry.entry.bot_id for entry in entries}
    house = guests(stage) if None in seating else []
    house = [version for version in house if version.bot_id not in own] or house
    if None in seating and not house:
        return False
    turn = state.played
    versions: list[BotVersion] = []
    for number in seating:
        if number is None:
            versions.append(house[turn % len(house)])
            turn += 1
        else:
            versions.append(entries[number].version)
    handicaps, ratings = rules.handicaps(state, seating), _ratings(stage, versions)
    terms = [SeatTerms(h, r) for h, r in zip(handicaps, ratings, strict=True)]
    number = state.played + 1
    wanted = draft(
        stage,
        Match.Kind.SERIES,
        versions,
        terms,
        Boards(stage).at(state.played),
        audience=audience_of(stage, number),
    )
    match = create_matches([wanted])[0]
    SeriesGame.objects.create(
        series=_series(group), number=number, match=match, seating=list(seating)
    )
    return True


def _ratings(stage: Stage, versions: Sequence[BotVersion]) -> list[float | None]:
    """Rating points in the current season; those of a newcomer for unrated bots."""
    season = current_season(stage.game, stage.ruleset)
    if season is None:
        return [None] * len(versions)
    rows = Rating.objects.filter(season=season, bot__in={version.bot_id for version in versions})
    mu_of = dict(rows.values_list("bot", "mu"))
    return [scale.points(mu_of.get(version.bot_id, scale.MU)) for version in versions]


# Its state ---------------------------------------------------------------------------------------


def _group(
    stage: Stage,
    series: Series | None,
    number: int,
    entries: Sequence[StageEntry],
    without: Without,
) -> Group:
    if series is None:
        return Group(number, entries)
    played = _games_of_series(series, without)
    # A ruleset may change or go; the games that were played say how many seats they had.
    seats = len(played[0].seating) if played else _seats_of_series(stage, entries)
    terms = rules.SeriesSetup(
        entrants=len(entries),
        seats=seats,
        winners=series.winners,
        most_games=series.most_games,
        patience=stage.planned.options.patience,
        out=out_of(entries, without),
        qualified=frozenset(series.qualified),
        disqualified=disqualified_of(entries, without),
    )
    games = [rules.GameResult(tuple(game.seating), _ranks_by_seat(game)) for game in played]
    state = rules.play(terms, games)
    return Group(number, entries, series=series, state=state, played=played)


def _seats_of_series(stage: Stage, entries: Sequence[StageEntry]) -> int:
    try:
        return find(stage.game, stage.ruleset).seats
    except KeyError:
        return len(entries)


def _games_of_series(series: Series, without: Without) -> list[SeriesGame]:
    """Those that count, in their order, each with its match and seats.

    One that is left out takes all later ones along: they began on its result.
    """
    rows = series.games.filter(Q(lost=False) | Q(match__in=without.restored))
    rows = rows.filter(match__state=Match.State.FINISHED).exclude(match__in=without.matches)
    if without.after is not None:
        rows = rows.filter(number__lte=without.after)
    related = rows.select_related("match").prefetch_related("match__seats")
    games = related.defer("match__map", "match__outcome").order_by("number")
    return [game for at, game in enumerate(games, 1) if game.number == at]


def _ranks_by_seat(game: SeriesGame) -> tuple[int, ...]:
    ranks = tuple(seat.rank for seat in game.match.seats.all() if seat.rank is not None)
    if len(ranks) < len(game.seating):
        raise ValueError(f"a seat of {game} has no rank; a finished match ranks every seat")
    return ranks


def _games(stage: Stage, last: int | None) -> Iterator[StageGame]:
    games = SeriesGame.objects.filter(series__stage=stage)
    if last is not None:
        games = games.filter(number__lte=last)
    related = games.select_related("series").prefetch_related(light())
    rows = related.order_by("series__group", "number", "pk")
    for game in rows.iterator(chunk_size=BATCH):
        letter = group_letter(game.series.group)
        yield StageGame(game.match, letter, game=game.number, lost=game.lost)
