"""The content of a digest: news of what a person follows, their bots' week, and next events.

Everything in it is what everybody may see: results that are kept back are in no number.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Max, Min
from django.utils import timezone

from accounts.models import User
from bots.models import Bot
from following.models import Happening
from following.reading import news_between
from following.sentences import news, related
from games.registry import GAMES
from games.texts.sentences import counted
from ladder.core import rating as scale
from ladder.events import changes
from ladder.events.models import Event
from ladder.models import RatingChange
from matches.models import Match
from notices.services import JSON

MOST = 30
"""Lines of a section; the mail counts the others."""
AHEAD = timedelta(days=14)
MOST_EVENTS = 5


def content(user: User, since: datetime, until: datetime) -> dict[str, Any] | None:
    """The data of a digest; None where nothing has happened."""
    followed = [_line(each.text, each.path) for each in news_between(user, since, until)]
    bots = list(Bot.objects.open_to(user).filter(game__in=list(GAMES)).select_related("owner"))
    own = [line for bot in bots if (line := _week_of(bot, since, until))]
    places = _places(bots, since, until)
    if not (followed or own or places):
        return None
    return {
        **_cut("followed", followed),
        **_cut("own", own),
        **_cut("places", places),
        "events": _coming(user),
    }


def _line(text: str, path: str) -> dict[str, JSON]:
    return {"text": text, "path": path}


def _cut(name: str, lines: Sequence[dict[str, JSON]]) -> dict[str, Any]:
    return {name: lines[:MOST], f"{name}_more": max(0, len(lines) - MOST)}


def _week_of(bot: Bot, since: datetime, until: datetime) -> dict[str, JSON] | None:
    """Matches and ratings of a bot; None where it did not play."""
    period = {"finished__gte": since, "finished__lt": until}
    own = Bot.objects.filter(pk=bot.pk)
    count = Match.objects.public().counting().of_bots(own).filter(**period).count()
    if not count:
        return None
    matches = counted(count, "match", "matches")
    ratings = _ratings(bot, since, until)
    return _line(f"{bot}: {', '.join([matches, *ratings])}", bot.get_absolute_url())


def _ratings(bot: Bot, since: datetime, until: datetime) -> list[str]:
    """The change of each rating over the week, such as “rating 1500 → 1522 (Blitz)”."""
    rows = RatingChange.objects.filter(
        rating__bot=bot,
        rating__season__event_stages=None,
        rated__match__finished__gte=since,
        rated__match__finished__lt=until,
    )
    spans = (
        rows.order_by()
        .values("rating__season__name")
        .annotate(first=Min("pk"), last=Max("pk"), matches=Count("pk"))
    )
    ends = RatingChange.objects.in_bulk([row[key] for row in spans for key in ("first", "last")])
    lines = []
    for row in spans.order_by("-matches"):
        before = round(scale.points(ends[row["first"]].mu_before))
        after = round(scale.points(ends[row["last"]].mu))
        name = row["rating__season__name"]
        lines.append(f"rating {before} → {after} ({after - before:+d}) in {name}")
    return lines


def _places(bots: Sequence[Bot], since: datetime, until: datetime) -> list[dict[str, JSON]]:
    rows = Happening.objects.filter(
        what=Happening.What.PLACE,
        entry__bot__in=bots,
        created__gte=since,
        created__lt=until,
    )
    return [_line(each.text, each.path) for each in news(related(rows.order_by("created")))]


def _coming(user: User) -> list[dict[str, JSON]]:
    now = timezone.now()
    rows = Event.objects.filter(state=Event.State.OPEN, starts__gt=now, starts__lt=now + AHEAD)
    return [
        _line(
            f"{each}: {changes.moment(each.starts, user.time_zone or 'UTC')}",
            each.get_absolute_url(),
        )
        for each in rows.order_by("starts", "name")[:MOST_EVENTS]
    ]
