"""Every download with every audience, and a shared cache between them and the site."""

from __future__ import annotations

import ast
import gzip
import json
from collections.abc import Mapping
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace

import pytest
from allauth.account.internal.flows.login import record_authentication
from django.core.files.base import ContentFile
from django.http import HttpRequest
from django.test import Client

from accounts.models import User
from accounts.signing.tokens import create_token, scopes_for
from exports.models import Export
from games.package import Export as Format
from games.registry import GAMES
from ladder.comparisons.tests import steps as comparisons
from ladder.comparisons.tests.conftest import bots as bots
from ladder.core.contest.plan import Kind, Reveal
from ladder.events.circuits import legs
from ladder.events.circuits import services as circuits
from ladder.events.circuits.services import CircuitDraft
from ladder.events.planning import acts
from ladder.events.tests.series_steps import begun
from ladder.events.tests.steps import authors, begin, play_all, stage
from ladder.models import RatedMatch, Season
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, finish, make_bot
from maps.services import publish
from maps.tests.steps import add_meadow, make_map
from matches.models import Match
from matches.services import create_match
from matches.tests.recorded import recorded
from pages.tests.addresses import every_address, makes_downloads
from pages.tests.shared_cache import Answer, SharedCache
from rulesets.tests import steps as scenarios
from tests.examples import sample

pytestmark = pytest.mark.django_db
PLATFORM = Path(__file__).resolve().parents[2]
PRIVATE = {"private", "no-store"}

# The site that is downloaded ---------------------------------------------------------------------


@pytest.fixture
def worm(alice, team, redis_client):
    ensure_seasons()
    return make_bot(alice, "worm", team)


@pytest.fixture
def event(worm, olga):
    """An event that is over; its results are shown to those who take part."""
    league = stage("league", Kind.ROUND_ROBIN, reveal=Reveal.PARTICIPANTS)
    event = begin(olga, [worm, *authors(1)], league)
    play_all(event)
    return event


def kept(event) -> Match:
    return Match.objects.filter(event_game__encounter__stage__event=event).earliest("pk")


@pytest.fixture
def world(worm, event, bots, alice, charlie, olga, monkeypatch, settings):
    """Something of each kind: for everybody, for those who take part, for managers, for
    organizers."""
    add_meadow(monkeypatch, settings)
    scenarios.install(monkeypatch, settings)
    turns = Format("turns", "Turns", "json", "application/json", lambda replay: b"[1]")
    monkeypatch.setattr(type(GAMES["snake"]), "exports", (turns,))
    viper = make_bot(charlie, "viper")
    shown = make_map(alice, "shown")
    publish(shown, alice)
    draft = scenarios.make(olga, scenarios.plant(olga))
    duel = begun(olga, [bots["ant"], bots["cat"]], name="Duel", ruleset="two", winners=1)
    event.sponsors.create(
        name="Acme", logo=ContentFile(b"a picture", "acme.png"), width=800, height=200
    )
    for name, state in (("cups", "running"), ("draft-cups", "")):
        circuit = circuits.create(olga, CircuitDraft(name))
        legs.add(circuit, olga, event)
        if state:
            circuits.set_state(circuit, olga, state)
    comparison = comparisons.begin(
        alice, bots["ant"].versions.get(number=2), bots["ant"].active_version
    )
    return SimpleNamespace(
        worm=worm,
        viper=viper,
        match=_rated(worm, viper),
        played=_played(worm, viper),
        kept=kept(event),
        maps=[shown, make_map(alice, "own")],
        draft=draft,
        series=duel,
        event=event,
        comparison=comparison,
        archive=_archive(olga),
        own_archive=_archive(alice, person=alice),
        event_archive=_archive(olga, event=event),
    )


def _archive(by, **more) -> Export:
    made = Export.objects.create(by=by, state=Export.State.DONE, open=None, **more)
    made.file.save("archive.zip", ContentFile(b"x" * 100_000))
    return made


def _season() -> Season:
    season = current_season("snake", RULESET)
    assert season is not None
    return season


def _rated(*found) -> Match:
    """A finished match whose bots have written logs."""
    match = create_match("snake", RULESET, "ladder", [bot.active_version for bot in found])
    RatedMatch.objects.create(match=match, season=_season())
    finish(match, [1, 2])
    row = {"game": 0, "turn": 3, "text": "thinking about apples"}
    for seat in match.seats.all():
        seat.log.save("log.gz", ContentFile(gzip.compress(json.dumps(row).encode() + b"\n")))
    return match


def _played(*found) -> Match:
    """A match that the engine plays again, which is a short one."""
    match = create_match("snake", "blitz", "friendly", [bot.active_version for bot in found])
    return recorded(match, logs={0: "apples\n", 1: "pears\n"})


def paths_of(world) -> dict[str, list[str]]:
    """By the name of an address, its paths in this world."""
    return {**_of_matches(world), **_of_tables(world), **_of_others(world)}


def _of_matches(world) -> dict[str, list[str]]:
    both, own = (world.match.pk, world.kept.pk), world.match.pk
    api = "/api/v1/matches/"
    return {
        "api:match-exports": [f"{api}{pk}/exports/turns/" for pk in both],
        "api:match-replay": [f"{api}{pk}/replay/" for pk in both],
        "api:match-log": [f"{api}{own}/seats/{seat}/log/" for seat in (0, 1)],
        "api:match-bundle": [f"{api}{world.played.pk}/bundle/?seat={seat}" for seat in (0, 1)],
        "match-bundle": [f"/matches/{world.played.pk}/seats/{seat}/bundle/" for seat in (0, 1)],
        "match-replay": [f"/matches/{pk}/replay.jsonl.gz" for pk in both],
        "match-card": [f"/matches/{own}/card.png"],
        "event-sponsor": [world.event.sponsors.get().get_absolute_url()],
        "match-export": [f"/matches/{pk}/exports/turns/" for pk in both],
        "match-log": [f"/matches/{own}/seats/{seat}/log/" for seat in (0, 1)],
        "match-logs": [f"/matches/{own}/log/"],
    }


def _of_tables(world) -> dict[str, list[str]]:
    event, duel = f"/events/{world.event.slug}/", world.series.slug
    ladder, worm = f"/games/snake/ladder/{RULESET}/", "/bots/alice/worm/"
    tables = ("opponents", "maps", "times", "failures", "matrix")
    circuit_names = ("cups", "draft-cups")
    return {
        "api:series-standings": [f"/api/v1/series/{duel}/standings/"],
        "event-archive": [f"{event}archive/{world.event_archive.pk}.zip"],
        "api:organize-archive-file": [
            f"/api/v1{event}archives/{world.event_archive.pk}/file/",
        ],
        "event-csv": [f"{event}standings.csv", f"/events/{duel}/standings.csv"],
        **{
            f"circuit-{kind}": [f"/events/circuits/{name}/table.{kind}" for name in circuit_names]
            for kind in ("csv", "json")
        },
        "circuit-ics": ["/events/circuits/cups/calendar.ics"],
        "event-ics": [f"{event}calendar.ics"],
        "events-ics": ["/events/calendar.ics"],
        "event-results-json": [f"{event}results.json", f"/events/{duel}/results.json"],
        "event-final-csv": [f"{event}final.csv"],
        "event-matches-csv": [f"{event}matches.csv"],
        "event-table-csv": [
            f"{event}stages/league/table.csv",
            f"/events/{duel}/stages/series/table.csv",
        ],
        "ladder-csv": [f"{ladder}standings.csv"],
        "ladder-official-csv": [f"{ladder}official.csv"],
        "ladder-history-csv": [f"{ladder}history.csv"],
        "ladder-all-csv": [f"{ladder}all.csv"],
        "ladder-by-season-csv": [f"{ladder}by-season.csv"],
        "desk-audit-csv": ["/desk/audit.csv"],
        "desk-fairness-csv": ["/desk/fairness.csv"],
        "comparison-csv": [f"{world.comparison.get_absolute_url()}results.csv"],
        "bot-statistics-csv": [f"{worm}statistics/{table}.csv" for table in tables],
        "bot-against-csv": [f"{worm}against/charlie/viper/{t}.csv" for t in ("matches", "maps")],
    }


def _of_others(world) -> dict[str, list[str]]:
    maps = {f"/games/meadow/maps/{found.pk}/": found for found in world.maps}
    boards = [f"{path}board.json?v=" for path in maps]
    return {
        "api:version-source": [f"/api/v1/bots/{world.worm.pk}/versions/1/source/"],
        "version-source": ["/bots/alice/worm/versions/1/source/"],
        "event-plan-json": [f"/events/{world.event.slug}/organize/plan.json"],
        "map-board": [*boards, *(f"{p}board.json?v={m.version}" for p, m in maps.items())],
        "map-text": [f"{path}text/" for path in maps],
        "ruleset-board": [f"/games/orchard/rulesets/{world.draft.name}/board.json"],
        "desk-export-file": [f"/desk/export/{world.archive.pk}/archive.zip"],
        "settings-data-file": [f"/settings/data/{world.own_archive.pk}/data.zip"],
        "kit-download": ["/games/snake/kit/python.zip"],
        "robots": ["/robots.txt"],
    }


OTHER_KINDS = {"match-logs", "api:match-log", "event-entrants-codes"}
"""Logs that come as JSON, and codes that are posted, so that no cache keeps them."""


# Through a shared cache --------------------------------------------------------------------------


@pytest.fixture
def audience(alice, bob, charlie, olga) -> dict[str, dict[str, str]]:
    """Name → the headers by which a request says whose it is."""
    people = {"owner": alice, "stranger": charlie, "organizer": olga}
    people |= sample({"team mate": bob}, {})
    found: dict[str, dict[str, str]] = {"anonymous": {}}
    for name, user in people.items():
        client = Client()
        client.force_login(user)
        _note_password(client, user)
        found[name] = {"cookie": f"sessionid={client.cookies['sessionid'].value}"}
        token = create_token(user, "test", scopes_for(user))[1]
        found[f"{name}'s token"] = {"authorization": f"Token {token}"}
    return found


def _note_password(client: Client, user: User) -> None:
    """As if the person had just entered the password."""
    request = HttpRequest()
    request.session = client.session
    record_authentication(request, user, "password")
    request.session.save()


@pytest.fixture
def ask():
    """The site itself, as an origin.  One client: each looks for all static files first."""
    client = Client()

    def ask(path: str, headers: Mapping[str, str]) -> Answer:
        client.cookies.clear()
        answer = client.get(path, headers=dict(headers))
        said = {name.lower(): value for name, value in answer.headers.items()}
        return Answer(answer.status_code, said, answer.getvalue())

    return ask


def test_no_shared_cache_gives_anybody_what_is_not_theirs(world, audience, ask):
    every = paths_of(world)
    found = {each.name for each in every_address() if makes_downloads(each.view)}
    assert found - OTHER_KINDS == set(every) - OTHER_KINDS, "a download that is not walked"
    paths = [path for each in every.values() for path in each]
    own = {path: {name: ask(path, headers) for name, headers in audience.items()} for path in paths}
    _every_download_is_had_by_somebody(own)
    for path, answers in own.items():
        for name, answer in answers.items():
            _says_who_may_keep_it(f"{path} to {name}", answer, answers["anonymous"])
        for heeds_vary in (True, False):
            _no_pair_is_mixed_up(path, answers, audience, heeds_vary)


def _every_download_is_had_by_somebody(own) -> None:
    """Or the walk would test nothing."""
    statuses = {path: {a.status for a in answers.values()} for path, answers in own.items()}
    assert [path for path, found in statuses.items() if 200 not in found] == []


def _says_who_may_keep_it(whose: str, answer: Answer, to_anybody: Answer) -> None:
    said = answer.directives
    names = {name.strip().lower() for name in answer.headers["vary"].split(",")}
    assert {"authorization", "cookie"} <= names, whose
    if answer.status != 200:
        assert "no-cache" in said or "no-store" in said, whose
    elif (to_anybody.status, to_anybody.body) != (200, answer.body):
        assert said.keys() >= PRIVATE, whose
    if "public" in said:
        assert to_anybody.body == answer.body, whose
    if answer.status == 200:
        assert answer.headers["x-content-type-options"] == "nosniff", whose


def _no_pair_is_mixed_up(path, answers, audience, heeds_vary) -> None:
    whose = {tuple(headers.items()): name for name, headers in audience.items()}

    def origin(path, headers):
        return answers[whose[tuple(headers.items())]]

    for first, second in permutations(audience, 2):
        cache = SharedCache(origin, heeds_vary)
        cache.get(path, audience[first])
        given = cache.get(path, audience[second])
        if given.body != answers[second].body:
            # A cache that heeds no Vary may keep from a person what is theirs, if it must.
            assert not heeds_vary, f"{path}: {first}, then {second}"
            assert given.body == answers["anonymous"].body, f"{path}: {first}, then {second}"


def test_what_is_shown_later_is_had_later_and_not_before(event, audience, ask, olga):
    path = f"/api/v1/matches/{kept(event).pk}/replay/"
    caches = [SharedCache(ask, heeds_vary) for heeds_vary in (True, False)]

    def has(name) -> list[bool]:
        return [cache.get(path, audience[name]).status == 200 for cache in caches]

    stage = event.stages.get()
    for name in ("organizer's token", "owner", "owner's token"):
        assert has(name) == [True, True]
        assert has("anonymous") == has("stranger's token") == [False, False]
    acts.reveal(stage, olga, Reveal.PUBLIC)
    assert has("anonymous") == has("stranger's token") == [True, True]
    acts.reveal(stage, olga, Reveal.HIDDEN)
    assert has("owner") == has("anonymous") == [False, False]


@pytest.mark.parametrize(
    "path", ["/", "/bots/", "/matches/", "/api/v1/bots/", "/api/v1/me/", "/no/such/page/"]
)
@pytest.mark.parametrize("whose", ["anonymous", "owner", "owner's token"])
def test_other_answers_are_kept_by_no_shared_cache(audience, ask, path, whose):
    answer = ask(path, audience[whose])
    said = answer.directives.keys()
    assert {"no-cache", "no-store"} & said
    assert "private" in said or whose == "anonymous"
    assert "public" not in said
    assert {"Authorization", "Cookie"} <= set(answer.headers["vary"].split(", "))


# One function makes them -------------------------------------------------------------------------

HEADERS = ("Content-Disposition", "ETag", "Accept-Ranges", "Content-Range")
KINDS = ("FileResponse", "StreamingHttpResponse")
HOME = PLATFORM / "arbiter" / "serving" / "downloads.py"


def test_no_other_function_makes_a_download():
    sources = [path for path in PLATFORM.rglob("*.py") if "tests" not in path.parts]
    found = {
        str(path.relative_to(PLATFORM)): lines
        for path in sources
        if path != HOME and (lines := _made_by_hand(ast.parse(path.read_text())))
    }
    assert found == {}


def _made_by_hand(tree) -> list[int]:
    lines = []
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if text in HEADERS:
                lines.append(node.lineno)
            case ast.Name(id=name) if name in KINDS:
                lines.append(node.lineno)
            case ast.Call(func=ast.Name(id="HttpResponse"), keywords=given):
                lines += [node.lineno for each in given if each.arg == "content_type"]
    return lines
