"""Sparring matches: made where a ladder has too few even opponents, and withdrawn."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet, Value
from django.utils import timezone

from arbiter.database.locks import lock
from bots.models import Bot, BotVersion
from controls import services as controls
from controls.models import Share
from games.registry import GAMES
from ladder import matchmaking
from ladder.core.matchmaking.pairing import Candidate
from ladder.core.matchmaking.sparring import Learner, is_lonely, may_spar, plan
from ladder.core.seating import Seating
from ladder.models import Season
from ladder.sparring.partners import allowed, partners
from ladder.starts import Starts, rows_of
from maps.models import Map
from maps.pools import drawable
from matches.models import Match, Seat
from matches.seating import SeatTerms
from matches.services import create_match, withdraw
from rulesets.catalogue import rated
from storage import space

PRIORITY = -1
"""Behind all rated matches of the ladder's share."""
RECENT = timedelta(days=14)
"""Partners that a bot met within this time are met less often."""
WHY = "A sparring partner of this match may not play any more."


def spar(rng: random.Random) -> list[Match]:
    """Sparring matches for lonely bots of all seasons that run; returns the new ones.

    Seasons that are stages of events have none.
    """
    withdraw_stale()
    if controls.seasons_hold() or space.is_low():
        return []
    seasons = [each for each in Season.objects.running().filter(paused=False) if _is_played(each)]
    ladders = [each for each in seasons if matchmaking.share_of(each) == Share.LADDER]
    return [match for each in ladders for match in spar_in(each, rng)]


def _is_played(season: Season) -> bool:
    """Whether its game and ruleset are here now."""
    game = GAMES.get(season.game)
    return game is not None and season.ruleset in {ruleset.name for ruleset in rated(game)}


@transaction.atomic
def spar_in(season: Season, rng: random.Random) -> list[Match]:
    """The new sparring matches of a season, within what its queue has left.

    The season's row is the lock: of two at once, the second finds the matches of the first.
    """
    season = lock(Season.objects).get(pk=season.pk)
    rules = matchmaking.rules_of(season)
    waiting = Match.objects.filter(game=season.game, ruleset=season.ruleset)
    waiting = waiting.filter(state=Match.State.QUEUED)
    kinds = waiting.filter(kind__in=(Match.Kind.LADDER, Match.Kind.SPARRING))
    free = matchmaking.depth_for(rules.seats) - kinds.count()
    bots = {bot.pk: bot for bot in matchmaking.playing_in(season)} if free > 0 else {}
    if not bots:
        return []
    others = matchmaking.candidates_of(season, bots.values(), matchmaking.waiting_in(season))
    lonely = [each for each in others if not each.house and is_lonely(each, others)]
    learners = [each for each in _learners(season, bots, lonely) if may_spar(each, others)]
    if not learners:
        return []
    partner_of = partners(season)
    known = [partner for _, partner in partner_of.values()]
    made, starts = [], _starts(season)
    for learner, planned in plan(learners, others, known, free, rng, rules.seats, rules.teams):
        versions = {pk: version for pk, (version, _) in partner_of.items()}
        versions[0] = matchmaking.active_of(bots[learner.bot.id])
        for seated, seed, board in starts.seated(planned.seatings, versions, rng):
            made.append(_create(season, seated, versions, seed, board))
    return made


def _starts(season: Season) -> Starts:
    rows = Match.objects.filter(kind=Match.Kind.SPARRING, game=season.game, ruleset=season.ruleset)
    played = rows_of(rows, match="", digest=Value(""))
    return Starts(season.game, drawable(season.game, season.ruleset), played)


def _create(
    season: Season, seated: Seating, versions: dict[int, BotVersion], seed: int, board: Map | None
) -> Match:
    """A match; seats of 0 are the learner's, all others those of partners."""
    match = create_match(
        *(season.game, season.ruleset, Match.Kind.SPARRING),
        *([versions[each] for each in seated], seed),
        board=board,
        terms=[SeatTerms(sparring=each != 0) for each in seated],
    )
    match.priority = PRIORITY
    match.save(update_fields=["priority"])
    return match


def _learners(season: Season, bots: dict[int, Bot], asking: list[Candidate]) -> list[Learner]:
    """Some of the bots with their sparring matches of the ruleset, by the versions that play."""
    seats = Seat.objects.filter(
        match__kind=Match.Kind.SPARRING,
        match__game=season.game,
        match__ruleset=season.ruleset,
        sparring=False,
        version__in=[bots[each.id].active_version_id for each in asking],
    )
    past, met = _past(seats), _met(seats)
    now, made = timezone.now(), []
    for each in asking:
        version = bots[each.id].active_version_id
        games, waiting, last = past.get(version, (0, 0, None))
        idle = (now - (last or bots[each.id].created)).total_seconds()
        made.append(Learner(each, games, waiting, idle, met.get(version, {})))
    return made


def _past(seats: QuerySet[Seat]) -> dict[int | None, tuple[int, int, datetime | None]]:
    """By version: its sparring matches, how many of them wait, and when the newest was made."""
    ended = Match.counts("match__")
    going = Q(match__state__in=Match.UNFINISHED)
    counted = (
        seats.order_by()
        .values("version")
        .annotate(
            games=Count("match", filter=ended),
            going=Count("match", filter=going),
            last=Max("match__created"),
        )
    )
    rows = counted.values_list("version", "games", "going", "last")
    return {version: (games, going, last) for version, games, going, last in rows}


def _met(seats: QuerySet[Seat]) -> dict[int | None, Counter[int]]:
    """By version: how often it met each partner recently."""
    recent = seats.filter(match__created__gt=timezone.now() - RECENT).order_by()
    own = dict(recent.values_list("match", "version"))
    met: dict[int | None, Counter[int]] = defaultdict(Counter)
    partners_in = Seat.objects.filter(match__in=list(own), sparring=True).order_by()
    for match, version in partners_in.values_list("match", "version").distinct():
        if version is not None:
            met[own[match]][version] += 1
    return met


def withdraw_stale() -> int:
    """End waiting matches with a partner that may not play any more; how many."""
    waiting = Match.objects.filter(kind=Match.Kind.SPARRING, state=Match.State.QUEUED)
    ended = 0
    for game in waiting.order_by().values_list("game", flat=True).distinct():
        seats = Seat.objects.filter(sparring=True, match__in=waiting.filter(game=game))
        stale = seats.exclude(version__in=allowed(game)).values("match")
        ended += withdraw(list(Match.objects.filter(pk__in=stale)), WHY)
    return ended
