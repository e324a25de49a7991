"""Values for the parameters of addresses on the furnished site."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.db.models import Model, QuerySet

from accounts.models import Team, User
from bots.models import Bot, BotVersion
from exports.models import Export
from following.services import feed_token
from games.lessons import lessons_of
from games.registry import GAMES
from installs.models import GameInstall
from ladder.comparisons.models import Comparison
from ladder.core.contest.templates import TEMPLATES
from ladder.corrections.models import Correction
from ladder.events.models import (
    Circuit,
    Encounter,
    Entry,
    Event,
    Incident,
    Question,
    SimilarPair,
    Sponsor,
    Stage,
)
from ladder.models import Season
from ladder.regressions.models import RegressionTest
from maps.models import Map
from matches.models import Match
from news.models import Announcement
from notices.mail import off_token
from notices.models import Delivery, Kind, Notice, Webhook
from pages.help.contents import PAGES
from pages.tests.addresses import Address
from rooms.models import Room
from rulesets.models import Scenario
from tries.models import Try

PARAMETER = re.compile(r"<(?:\w+:)?\w+>")
PLACEHOLDERS = {"int": "1", "uuid": "00000000-0000-4000-8000-000000000000"}


def of_each(rows: QuerySet[Any], *fields: str, value: str = "pk") -> list[Any]:
    """The newest of these rows for each combination of values of the fields."""
    found: dict[tuple[Any, ...], Any] = {}
    for row in rows.order_by("-pk").values(*fields, "pk", value):
        found.setdefault(tuple(row[field] for field in fields), row[value])
    return list(found.values())


def _matches(*_: Any) -> list[Any]:
    """One for each value of these fields, one of them void."""
    rows, void = Match.objects.all(), Match.objects.exclude(voided_at=None)
    fields = ("kind", "state", "audience", "replay_form", "game", "fault_of")
    found = {match for field in fields for match in of_each(rows, field)}
    return sorted({*found, *of_each(void), *of_each(rows.exclude(scenario=None))})


def _versions(*bot: Any) -> list[Any]:
    wanted = (
        {"bot": bot[0]} if len(bot) == 1 else {"bot__owner__username": bot[0], "bot__name": bot[1]}
    )
    rows = BotVersion.objects.filter(**wanted)
    return of_each(rows, "state", "artifact_state", value="number")


def _stages(slug: str) -> list[str]:
    """Those that are the newest of their kind in their state, over all events; of an event that has
    not begun, all of the one whose plan may still change."""
    event = Event.objects.get(slug=slug)
    if not event.has_begun:
        keys = [stage.key for stage in event.planned.stages]
        return keys if slug == "draft" else keys[:1]
    fields = ("data__kind", "state", "paused", "times_taken_back", "event__state")
    return [
        stage.key for stage in event.stages.filter(pk__in=of_each(Stage.objects.all(), *fields))
    ]


def _all(model: type[Model], field: str = "pk") -> Callable[..., list[Any]]:
    return lambda *_: list(model._default_manager.values_list(field, flat=True))


def _of_event(model: type[Model]) -> Callable[..., list[Any]]:
    """Those of the event that an address names first."""
    return lambda slug, *_: list(
        model._default_manager.filter(event__slug=slug).values_list("pk", flat=True)
    )


def _fixed(*values: Any) -> Callable[..., list[Any]]:
    return lambda *_: list(values)


def _states(model: type[Model], *fields: str, **only: Any) -> Callable[..., list[Any]]:
    return lambda *_: of_each(model._default_manager.filter(**only), *fields)


VALUES: dict[str, Callable[..., list[Any]]] = {
    "api/*": _fixed("nothing/"),
    "api/v1/bots/*": _states(
        Bot, "retired_at", "paused_at", "owner__closed_at", "game", "is_house"
    ),
    "api/v1/bots/*/tests/*": lambda bot: of_each(RegressionTest.objects.filter(bot=bot)),
    "api/v1/series/*": lambda: of_each(Event.objects.filter(slug="autumn-round"), value="slug"),
    "following/*": _fixed("bot", "person", "event", "game"),
    "following/*/*": lambda kind: {
        "bot": ["alice/ready"],
        "person": ["alice"],
        "event": ["running"],
        "game": ["snake"],
    }[kind],
    "accounts/confirm-email/*": _fixed("unknown"),
    "accounts/password/reset/key/*": _fixed("1"),
    "accounts/password/reset/key/*-*": _fixed("unknown"),
    "2fa/webauthn/keys/*": _fixed(1),
    "events/*": _all(Event, "slug"),
    "events/circuits/*": _all(Circuit, "slug"),
    "circuits/*": _all(Circuit, "slug"),
    "archives/*": _of_event(Export),
    "archive/*": _of_event(Export),
    "events/plan/*": _fixed(*(each.name for each in TEMPLATES)),
    "stages/*": _stages,
    "pairing/*": _fixed(0),
    "encounters/*": lambda slug, key: of_each(
        Encounter.objects.filter(stage__event__slug=slug, stage__key=key), "awarded"
    ),
    "fairness/*": _of_event(SimilarPair),
    "fairness/pairs/*": _of_event(SimilarPair),
    "questions/*": lambda slug: of_each(Question.objects.filter(event__slug=slug), "frequent"),
    "incidents/*": _of_event(Incident),
    "foresee/*": _fixed("void", "disqualify"),
    "foresee/*/*": lambda slug, name: of_each(
        Entry.objects.filter(event__slug=slug)
        if name == "disqualify"
        else Match.objects.filter(event_game__encounter__stage__event__slug=slug),
    ),
    "invitation/*": _fixed("accept"),
    "join/*": _fixed("unknown"),
    "sponsors/*": _of_event(Sponsor),
    "bots/*": _fixed("alice", "gone", "author-1"),
    "bots/*/*": lambda owner: list(
        Bot.objects.filter(owner__username=owner).values_list("name", flat=True)
    ),
    "more/*": _fixed(1),
    "versions/*": _versions,
    "against/*": _fixed("author-1"),
    "against/*/*": _fixed("b1"),
    "against/*/*/*": _fixed("matches"),
    "statistics/*": _fixed("opponents", "rulesets", "times", "failures"),
    "comparisons/*": lambda owner="alice", name="ready": of_each(
        Comparison.objects.filter(candidate__bot__owner__username=owner, candidate__bot__name=name),
        "state",
    ),
    "keep/*": lambda *_: of_each(Match.objects.filter(state="finished"), "kind")[:2],
    "keep/*/*": _fixed(0),
    "data/*": _states(Export, "state", person__username="alice"),
    "export/*": _states(Export, "state", person=None, event=None),
    "installs/*": _states(GameInstall, "state"),
    "matches/*": _matches,
    "play/*": _fixed(0),
    "seats/*": _fixed(0),
    "exports/*": _fixed(*(each.name for each in GAMES["snake"].exports)),
    "live/wall/*": lambda: of_each(Match.objects.all(), "state"),
    "games/*": _fixed("snake", "xghj"),
    "games/*/maps/*": lambda game: of_each(
        Map.objects.filter(game=game), "owner", "public", "archived"
    ),
    "maps/*": _states(Map, "owner", "public", "archived"),
    "rulesets/*": lambda game: [
        *(rules.name for rules in GAMES[game].rulesets),
        *Scenario.objects.filter(game=game).values_list("name", flat=True),
    ],
    "ladder/*": lambda game: [rules.name for rules in GAMES[game].rulesets],
    "lessons/*": lambda game: [lesson.name for lesson in lessons_of(GAMES[game])][:1],
    "kit/*": lambda game: [kit.language for kit in GAMES[game].kits][:1],
    "rooms/*": _all(Room, "code"),
    "scenarios/*": _all(Scenario),
    "scenarios/new/*": _fixed("xghj", "snake"),
    "corrections/*": _states(Correction, "kind", "state"),
    "notices/*": lambda *_: of_each(Notice.objects.filter(user__username="alice"), "read_at"),
    "notices/off/*": lambda: [off_token(User.objects.get(username="alice"), Kind.ANNOUNCEMENT)],
    "webhooks/*": _all(Webhook),
    "deliveries/*": _states(Delivery, "state", "channel"),
    "help/*": _fixed(*PAGES),
    "seasons/*": _states(Season, "automatic", "paused", "ends", game="snake"),
    "announcements/*": _all(Announcement),
    "news/*": _all(Announcement),
    "feeds/*": lambda: [feed_token(User.objects.get(username="charlie"))],
    "tries/*": _all(Try),
    "people/*": _fixed("alice", "olga", "gone", "waits", "the-judge"),
    "teams/*": _all(Team, "name"),
}
"""By what an address is up to a parameter: from the values before it, the values to open.  The
longest ending of an address that is here counts; ``*`` stands for a parameter."""


@dataclass(frozen=True)
class Place:
    """An address with values for its parameters."""

    address: Address
    path: str

    @property
    def kind(self) -> str:
        return self.address.name or self.address.path


def plain(pattern: str) -> str:
    """A pattern of an address, also one that is a regular expression, with ``<converter:name>`` for
    its parameters."""
    text = re.sub(r"\(\?P<(\w+)>(?:\[[^\]]*\]|[^()\[\]])*\)", r"<str:\1>", pattern)
    return text.replace("^", "").replace("$", "").replace("\\Z", "")


def placeholder(address: Address) -> str:
    """The address with values that stand for nothing."""
    path = plain(address.path)
    return "/" + PARAMETER.sub(
        lambda found: PLACEHOLDERS.get(found[0][1:].split(":")[0], "1"), path
    )


def places_of(address: Address) -> Iterator[Place]:
    """The address with each combination of values.  Fails the test for a parameter that `VALUES`
    does not have."""
    parts = PARAMETER.split(plain(address.path))
    yield from (Place(address, f"/{path}") for path in _filled(parts, ()))


def _filled(parts: list[str], values: tuple[Any, ...]) -> Iterator[str]:
    """``parts`` of a pattern, with each combination of values between them after these."""
    done = "".join(f"{part}{value}" for part, value in zip(parts, values, strict=False))
    if len(values) == len(parts) - 1:
        yield done + parts[-1]
        return
    for value in _values("*".join(parts[: len(values) + 1]) + "*", values):
        yield from _filled(parts, (*values, value))


def _values(key: str, given: tuple[Any, ...]) -> list[Any]:
    folders = key.split("/")
    for at in range(len(folders)):
        if (ending := "/".join(folders[at:])) in VALUES:
            return VALUES[ending](*given)
    pytest.fail(
        f"The values of a parameter are not known.  Add `{key}`, or its last folders, to VALUES in "
        f"{__name__}, and a row in each of its states to the site there."
    )
