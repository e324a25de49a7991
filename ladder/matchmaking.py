"""From the database to the matchmaker's core and back: candidates in, matches in the queue out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import combinations

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from arbiter.database.locks import lock
from bots.models import Bot, BotVersion, plays_rated
from controls import services as controls
from controls.models import Share
from games.engine import Ruleset
from games.registry import GAMES
from ladder.core.matchmaking import even_pairing, hourly_floor
from ladder.core.matchmaking.pairing import (
    MATCHES_PER_PLAN,
    Candidate,
    Pair,
    PairingPlan,
    Spent,
    pair,
    plan,
)
from ladder.core.rating import points
from ladder.events.kinds import season as seasons
from ladder.events.models import Stage
from ladder.models import RatedMatch, Rating, Season
from ladder.ratings import results
from ladder.starts import of_season
from maps.models import Map
from matches.models import Match, Seat
from matches.seating import SeatTerms
from matches.services import create_match
from rulesets.catalogue import find, rated
from storage import space

RECENT = timedelta(days=2)
"""Bots that met within this time meet less often."""
RECENT_MATCHES = 2000
"""At most this many of these matches are counted, the newest."""
SIDE_SHARE = 4
"""The rulesets of a game other than its first share 1/`SIDE_SHARE` of its machine time, in equal
parts.  Time is counted in seats, as the cost of a match is not known before it was played."""
SIDE_WINDOW = 400
"""The share is kept over this number of matches of the game."""
FIELD = 400
"""Of a season with more bots, matches are made among about this number of them at a time."""
RATED = ("bot", "season", "mu", "sigma", "last_played", "version_games")
"""Fields of a rating that candidates are made of."""
DUEL = 2
"""Seats of the matches that ``LADDER_QUEUE_DEPTH`` counts."""


def feed(rng: random.Random) -> list[Match]:
    """Fill the queues of all seasons that run; returns the new matches."""
    if controls.seasons_hold():
        return []
    made = []
    for main, *side in _by_game(Season.objects.running().filter(paused=False)):
        made += feed_season(main, rng)
        for season in _in_turn(main, [each for each in side if share_of(each) == Share.LADDER]):
            if more := feed_season(season, rng):
                made += more
                break
        for season in side:
            if share_of(season) == Share.EVENTS:
                made += feed_season(season, rng)
            elif floor_is_due(season):
                made += feed_season(season, rng, MATCHES_PER_PLAN)
    return made


def share_of(season: Season) -> Share:
    """The share of workers for its matches: that of events while it is a stage of one."""
    is_stage = Stage.objects.filter(season=season, state=Stage.State.RUNNING).exists()
    return Share.EVENTS if is_stage else Share.LADDER


def floor_is_due(season: Season) -> bool:
    """Whether one plan must be made to keep the season's hourly floor.

    Never while a match of the season waits, so the floor makes no queue in which comparisons wait,
    nor while the disk is too full for matches to begin.  Matches that failed count, as in `_met`.
    """
    floor, now = season.hourly_floor, timezone.now()
    newest = RatedMatch.objects.filter(season=season).order_by("-pk")
    made = newest.values_list("match__created", flat=True)[:floor]
    due = hourly_floor.is_due([(now - moment).total_seconds() for moment in made], floor)
    return due and not _queue(season).exists() and not space.is_low()


@transaction.atomic
def feed_season(season: Season, rng: random.Random, most: int | None = None) -> list[Match]:
    """Let as many matches of a season wait as cost what ``LADDER_QUEUE_DEPTH`` duels do, and at
    least those of one plan: nothing waits behind a row of matches with many seats.  ``most`` is
    a limit of new matches.  Resting bots play only where the hourly floor needs it.  A season of a
    stage's own gets none while the stage or its event is paused.

    The season's row is the lock: of two matchmakers at once, the second finds the queue full.
    """
    season = lock(Season.objects).get(pk=season.pk)
    rules = rules_of(season)
    free = depth_for(rules.seats) - _queue(season).count()
    if most is not None:
        free = min(free, most)
    if season.paused or free < MATCHES_PER_PLAN:
        return []
    stage = seasons.own_stage(season)
    if stage is not None and (stage.paused or stage.event.paused):
        return []
    playing = playing_in(season, stage)
    for bots in [playing] if stage is not None else _fields(playing, rng):
        if made := _feed(season, stage, {bot.pk: bot for bot in bots}, free, rng):
            return made
    return []


def _fields(playing: QuerySet[Bot], rng: random.Random) -> Iterator[QuerySet[Bot]]:
    """Bots of a season among whom to look for matches, and all of them where those have none.

    Of more than `FIELD` bots, these are all bots of owners at random, `FIELD` together, so that the
    chances of each bot stay what they are among all, and all house bots.
    """
    owned: dict[int, list[int]] = {}
    chosen: list[int] = []
    rows = playing.order_by("pk").values_list("pk", "owner", "is_house")
    for bot, owner, house in rows:
        (chosen if house else owned.setdefault(owner, [])).append(bot)
    if len(rows) > FIELD:
        for owner in rng.sample([*owned], len(owned)):
            if len(chosen) >= FIELD:
                break
            chosen += owned[owner]
        yield playing.filter(pk__in=chosen)
    yield playing


def _feed(
    season: Season,
    stage: Stage | None,
    bots: Mapping[int, Bot],
    free: int,
    rng: random.Random,
) -> list[Match]:
    """At most ``free`` new matches of these bots, by their ids."""
    candidates = candidates_of(season, bots.values(), waiting_in(season))
    terms = {each.id: SeatTerms(rating=points(each.mu)) for each in candidates}
    starts, playing = of_season(season), {pk: active_of(bot) for pk, bot in bots.items()}

    def spent(ids: Sequence[int]) -> bool:
        versions = tuple(playing[bot].pk for bot in ids)
        duel = stage is None and len(ids) == DUEL
        return duel and starts.is_spent([versions, versions[::-1]])

    share, made = share_of(season), []
    for planned in _plans(season, stage, candidates, free, rng, spent):
        if spent(planned.ids):  # by a plan before it
            continue
        for seating, seed, board in starts.seated(planned.seatings, playing, rng):
            versions, known = [playing[bot] for bot in seating], [terms[bot] for bot in seating]
            made.append(_create(season, versions, seed, board, known, share))
    return made


def _plans(
    season: Season,
    stage: Stage | None,
    candidates: Sequence[Candidate],
    free: int,
    rng: random.Random,
    spent: Spent,
) -> list[PairingPlan]:
    """At most ``free`` matches; of a ``stage`` with a season of its own between its entrants, whose
    numbers of matches are equal: these may repeat one, and are made in place of void ones."""
    rules, met = rules_of(season), _met(season)
    if stage is None:
        least = MATCHES_PER_PLAN if floor_is_due(season) else 0
        return plan(candidates, met, free, rng, rules.seats, rules.teams, least, spent)
    own = list(seasons.entrants(stage, season).values_list("pk", flat=True))
    return even_pairing.plan(
        *(candidates, seasons.played_in(season, own), met, free, rng, rules.seats, rules.teams),
        void=seasons.lacking(season, {each.id for each in candidates}),
        late=seasons.is_late(stage),
    )


def _queue(season: Season) -> QuerySet[Match]:
    return Match.objects.filter(rated__season=season, state=Match.State.QUEUED)


def _create(
    season: Season,
    versions: Sequence[BotVersion],
    seed: int,
    board: Map | None,
    terms: Sequence[SeatTerms],
    share: Share,
) -> Match:
    match = create_match(
        *(season.game, season.ruleset, Match.Kind.LADDER, versions, seed, share),
        board=board,
        terms=terms,
    )
    RatedMatch.objects.create(match=match, season=season)
    return match


def active_of(bot: Bot) -> BotVersion:
    assert bot.active_version is not None, "only playing bots are candidates"
    return bot.active_version


def rules_of(season: Season) -> Ruleset:
    return find(season.game, season.ruleset)


def depth_for(seats: int) -> int:
    """The limit of waiting matches with ``seats`` seats."""
    depth: int = settings.LADDER_QUEUE_DEPTH
    return min(depth, max(MATCHES_PER_PLAN, depth * DUEL // seats))


def playing_in(season: Season, stage: Stage | None = None) -> QuerySet[Bot]:
    """The bots that may be paired in a season now: of a ``stage`` with a season of its own its
    entrants, and house bots that fill seats."""
    may = plays_rated()
    if stage is not None:
        may = Q(pk__in=seasons.entrants(stage, season).values("pk")) | (may & Q(is_house=True))
    playing = Bot.objects.filter(may, game=season.game)
    playing = playing.exclude(pk__in=season.disqualifications.standing().values("bot"))
    return playing.select_related("active_version", "owner")


def waiting_in(season: Season) -> Counter[int]:
    """Bot id → matches of the season that wait to be played."""
    seats = Seat.objects.filter(match__rated__season=season, match__state=Match.State.QUEUED)
    rows = seats.values_list("version__bot").annotate(n=Count("match", distinct=True)).order_by()
    return Counter(dict(rows))


def candidates_of(season: Season, bots: Iterable[Bot], waiting: Counter[int]) -> list[Candidate]:
    """The bots as the matchmaker's core takes them; ``waiting`` as of `waiting_in`."""
    bots, now = list(bots), timezone.now()
    rows = Rating.objects.filter(season=season, bot__in=bots).select_related("version")
    rows = rows.only(*RATED, "version__number")
    ratings = {row.bot_id: row for row in rows}
    candidates = []
    for bot in bots:
        rating = ratings.get(bot.pk) or Rating(season=season, bot=bot)
        mu, sigma = results.belief(rating, bot.active_version)
        same = rating.version_id == bot.active_version_id
        idle_since = rating.last_played or bot.created
        candidates.append(
            Candidate(
                id=bot.pk,
                owner=bot.owner_id,
                mu=mu,
                sigma=sigma,
                games=rating.version_games if same else 0,
                waiting=waiting[bot.pk],
                idle=(now - idle_since).total_seconds(),
                house=bot.is_house,
            )
        )
    return candidates


def _met(season: Season) -> dict[Pair, int]:
    """How often bots met recently.  Matches that failed count: a pair that always fails is no
    reason to try nothing else."""
    latest = (
        RatedMatch.objects.filter(season=season, match__created__gt=timezone.now() - RECENT)
        .order_by("-pk")
        .values_list("match_id", flat=True)[:RECENT_MATCHES]
    )
    together: dict[int, set[int]] = {}
    seats = Seat.objects.filter(match__in=list(latest)).order_by()
    for match, bot in seats.values_list("match_id", "version__bot"):
        together.setdefault(match, set()).add(bot)
    met: Counter[Pair] = Counter()
    for group in together.values():
        met.update(pair(a, b) for a, b in combinations(sorted(group), 2))
    return met


def _by_game(seasons: Iterable[Season]) -> list[list[Season]]:
    """The seasons of each registered game that has any, in the order of its rulesets."""
    season_of = {(season.game, season.ruleset): season for season in seasons}
    games = [
        [season_of[key] for rules in rated(game) if (key := (game.name, rules.name)) in season_of]
        for game in GAMES.values()
    ]
    return [seasons for seasons in games if seasons]


def _in_turn(main: Season, side: Sequence[Season]) -> list[Season]:
    """Of a game's seasons but the first: those of which one may get matches now, the one that is
    most behind before the others.  None while together they have had their share."""
    latest = RatedMatch.objects.filter(season__in=[main, *side]).order_by("-pk")
    played = Counter(latest.values_list("season_id", flat=True)[:SIDE_WINDOW]) if side else {}
    had = {each.pk: played.get(each.pk, 0) * rules_of(each).seats for each in (main, *side)}
    total = sum(had.values())
    if (total - had[main.pk]) * SIDE_SHARE >= total > 0:
        return []
    return sorted(side, key=lambda season: had[season.pk])
