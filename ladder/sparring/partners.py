"""Sparring partners: which old versions may play, and the ratings at which they are frozen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from bots.models import BotVersion
from ladder.core.matchmaking.sparring import Partner, aged
from ladder.core.rating import PROVISIONAL, Belief
from ladder.models import Disqualification, RatingChange, Season

State, Artifact = BotVersion.State, BotVersion.ArtifactState
MOST = 300
"""Versions of a game that are considered, the newest."""
FRESH_S = 3600
"""Seconds for which a frozen rating is kept: only a correction changes it."""
AT_ONCE = 50
"""Frozen ratings that one call looks up: the season is locked meanwhile."""
BUILT = (Artifact.KEPT, Artifact.WAITING, Artifact.BUILDING)
"""With a program, or soon; `enqueue` has those built that were removed."""


@dataclass(frozen=True, slots=True)
class Frozen:
    """The rating of a bot after the last rated match of a version, and when that ended."""

    belief: Belief
    at: datetime


def allowed(game: str) -> QuerySet[BotVersion]:
    """The versions of a game that may be sparring partners now.

    They do not play: a newer version does, or the bot is retired.  Its managers allow it; neither
    an organizer nor the site has taken the bot out of play, and no season has disqualified it.
    """
    out = Disqualification.objects.standing().filter(bot=OuterRef("bot"))
    older = Q(bot__active_version__isnull=False) & ~Q(bot__active_version=F("pk"))
    return BotVersion.objects.filter(
        Q(bot__retired_at__isnull=False) | older,
        ~Exists(out),
        bot__game=game,
        bot__sparring=True,
        bot__deactivated_at=None,
        bot__paused_at=None,
        bot__owner__is_active=True,
        state=State.READY,
        artifact_state__in=(*BUILT, Artifact.REMOVED),
    ).exclude(source="")


def partners(season: Season) -> dict[int, tuple[BotVersion, Partner]]:
    """By version: those that may play in the season's ruleset and have a rating that is known."""
    rows = allowed(season.game).select_related("bot__owner").order_by("-pk")
    versions = list(rows.defer("build_log", "failure")[:MOST])
    ratings = frozen(season.game, season.ruleset, [version.pk for version in versions])
    now, partner_of = timezone.now(), {}
    for version in versions:
        rating = ratings.get(version.pk)
        if rating is None or rating.belief[1] > PROVISIONAL:
            continue
        mu, sigma = aged(rating.belief, (now - rating.at).total_seconds())
        partner = Partner(
            id=version.pk,
            owner=version.bot.owner_id,
            mu=mu,
            sigma=sigma,
            house=version.bot.is_house,
            ready=version.artifact_state in BUILT,
        )
        partner_of[version.pk] = version, partner
    return partner_of


def frozen(game: str, ruleset: str, versions: Sequence[int]) -> Mapping[int, Frozen]:
    """By version: the bot's rating after the version's last match of the newest season in which it
    played the ruleset.  Versions without one are left out, and for now those beyond `AT_ONCE` that
    were not looked up before.
    """
    keys = {pk: f"frozen:{game}:{ruleset}:{pk}" for pk in versions}
    known = cache.get_many(keys.values())
    unknown = [pk for pk in versions if keys[pk] not in known][:AT_ONCE]
    missing = {pk: _frozen(game, ruleset, pk) for pk in unknown}
    if missing:
        cache.set_many({keys[pk]: each or 0 for pk, each in missing.items()}, FRESH_S)
    frozen_of = {pk: known.get(keys[pk]) or missing.get(pk) for pk in versions}
    return {pk: each for pk, each in frozen_of.items() if each}


def _frozen(game: str, ruleset: str, version: int) -> Frozen | None:
    changes = RatingChange.objects.filter(
        rated__match__seats__version=version,
        rated__match__seats__number=F("seat"),
        rated__season__game=game,
        rated__season__ruleset=ruleset,
        rated__order__isnull=False,
    )
    newest = changes.order_by("-rated__season__starts", "-rated__season", "-rated__order")
    row = newest.values_list("mu", "sigma", "rated__match__finished").first()
    return None if row is None or row[2] is None else Frozen((row[0], row[1]), row[2])
