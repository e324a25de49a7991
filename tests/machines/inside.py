"""Questions of the proof of several machines to their site (see `tests.inside`)."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from django.test import Client

from accounts.models import User
from arbiter.celery import app
from bots.models import BotVersion
from bots.services import create_bot, upload_version
from controls.models import Machine, host_of
from ladder.models import RatedMatch
from ladder.seasons.current import current_season, ensure_seasons
from matches.models import Match, Seat
from matches.services import create_match
from notices.models import Notice
from tests.chaos import inside as chaos
from tests.chaos.inside import GAME, RULESET, entered, states


def enter(sources: dict[str, tuple[str, str]]) -> str:
    """People enter a bot each; by its name the name and the text of its file.  The key of a session
    of an organizer, olga."""
    client = Client()
    client.force_login(User.objects.create_user("olga", "olga@example.org", is_staff=True))
    for name, (file, text) in sources.items():
        owner = User.objects.create_user(name, f"{name}@example.org")
        bot = create_bot(owner, GAME, name)
        upload_version(bot, owner, file, io.BytesIO(text.encode()))
    return client.cookies["sessionid"].value


def queue(first: str, second: str, number: int) -> None:
    """Rated matches that wait at once."""
    ensure_seasons()
    season = current_season(GAME, RULESET)
    assert season is not None
    sides = [chaos._active(name) for name in (first, second)]
    for seed in range(number):
        match = create_match(GAME, RULESET, Match.Kind.LADDER, sides, seed=seed)
        RatedMatch.objects.create(match=match, season=season)


def report() -> dict[str, Any]:
    """Everything that must be right once nothing is played."""
    versions = BotVersion.objects.exclude(state=BotVersion.State.READY, failure="")
    seats = Seat.objects.exclude(end="ok", faults=[])
    return chaos.report() | {
        "versions": [f"{v}: {v.state} {v.failure}" for v in versions],
        "seats": [f"{s.match_id}: {s.version} {s.end} {s.reason} {s.faults}" for s in seats],
    }


def problem(name: str) -> str | None:
    """The problem of a machine; None where there is no such machine."""
    return Machine.objects.filter(name=name).values_list("problem", flat=True).first()


def served(name: str) -> list[str] | None:
    """The queues of which the workers for matches of a machine take tasks; None: no answer."""
    worker = f"matches@{name}"
    answers = app.control.inspect([worker], timeout=2).active_queues() or {}
    return [queue["name"] for queue in answers[worker]] if worker in answers else None


def playing() -> dict[str, int]:
    """Machine → matches that it has claimed."""
    found: dict[str, int] = {}
    for worker in Match.objects.live().values_list("claimed_by", flat=True):
        found[host_of(worker)] = found.get(host_of(worker), 0) + 1
    return found


def finished(name: str) -> int:
    """How many matches a machine has finished."""
    return Match.objects.finished().filter(claimed_by__startswith=f"{name}:").count()


def tries() -> list[str]:
    """Matches with more than one try."""
    names = ("pk", "attempt", "losses", "faults", "reruns", "failed_on", "failure")
    return [str(row) for row in Match.objects.filter(attempt__gt=1).values(*names)]


def notices() -> list[str]:
    """Texts of the notices of organizers."""
    return list(Notice.objects.filter(user__username="olga").values_list("text", flat=True))


COMMANDS: dict[str, Callable[..., Any]] = {
    command.__name__: command
    for command in (
        *(enter, entered, queue, states, report),
        *(problem, served, playing, finished, tries, notices),
    )
}
