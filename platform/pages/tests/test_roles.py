"""Every act on a team's bots and maps, by every role: pages, the API, and sockets.

A row names the right that a request needs.  Refused requests answer 403 or 404; allowed ones
anything else, also where they have nothing to do.
"""

from __future__ import annotations

import asyncio
import gzip

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import Membership
from accounts.roles import ALLOWED, Act, Role
from accounts.signing.tokens import create_token
from bots.models import Bot, BotVersion
from ladder.comparisons.models import Comparison
from ladder.core.contest.plan import Kind
from ladder.events.entrants import entering
from ladder.events.tests.steps import open_event, stage
from ladder.regressions.models import RegressionTest
from ladder.tests.play import add_version, finish, make_bot
from live.tests.viewer import Viewer
from maps.models import Map
from maps.tests.steps import add_meadow, make_map
from matches.services import create_match
from tests.undone import undone

pytestmark = pytest.mark.django_db(transaction=True)
BOT, API = "/bots/alice/worm/", "/api/v1/bots/{bot}/"

PAGES = [
    (Act.SEE, "get", f"{BOT}versions/1/"),
    (Act.SEE, "get", f"{BOT}versions/1/state/"),
    (Act.SEE, "get", f"{BOT}versions/1/source/"),
    (Act.SEE, "get", f"{BOT}versions/2/compare/"),
    (Act.SEE, "get", f"{BOT}tests/"),
    (Act.SEE, "get", f"{BOT}comparisons/"),
    (Act.SEE, "get", f"{BOT}comparisons/{{comparison}}/"),
    (Act.SEE, "get", f"{BOT}comparisons/{{comparison}}/results.csv"),
    (Act.SEE, "get", f"{BOT}statistics/times.csv"),
    (Act.SEE, "get", "/matches/{match}/log/"),
    (Act.SEE, "get", "/games/meadow/maps/{map}/"),
    (Act.DEVELOP, "get", f"{BOT}edit/"),
    (Act.DEVELOP, "post", f"{BOT}edit/"),
    (Act.DEVELOP, "post", f"{BOT}retire/"),
    (Act.DEVELOP, "post", f"{BOT}unretire/"),
    (Act.DEVELOP, "post", f"{BOT}resume/"),
    (Act.DEVELOP, "post", f"{BOT}climb/"),
    (Act.DEVELOP, "post", f"{BOT}more/{{match}}/"),
    (Act.DEVELOP, "get", f"{BOT}versions/new/"),
    (Act.DEVELOP, "post", f"{BOT}versions/new/"),
    (Act.DEVELOP, "get", f"{BOT}versions/1/edit/"),
    (Act.DEVELOP, "post", f"{BOT}versions/2/activate/"),
    (Act.DEVELOP, "post", f"{BOT}versions/3/rebuild/"),
    (Act.DEVELOP, "post", f"{BOT}versions/2/delete-files/"),
    (Act.DEVELOP, "post", f"{BOT}tests/keep/{{match}}/0/"),
    (Act.DEVELOP, "post", f"{BOT}tests/policy/"),
    (Act.DEVELOP, "post", f"{BOT}tests/{{test}}/remove/"),
    (Act.DEVELOP, "get", f"{BOT}comparisons/new/"),
    (Act.DEVELOP, "post", f"{BOT}comparisons/new/"),
    (Act.DEVELOP, "post", f"{BOT}comparisons/{{comparison}}/stop/"),
    (Act.DEVELOP, "post", "/events/{event}/entries/{entry}/leave/"),
    (Act.DEVELOP, "get", "/games/meadow/maps/{map}/edit/"),
]
CALLS = [
    (Act.SEE, "get", f"{API}versions/1/source/", None),
    (Act.SEE, "get", f"{API}versions/1/tests/", None),
    (Act.SEE, "get", f"{API}tests/", None),
    (Act.SEE, "get", "/api/v1/comparisons/{comparison}/", None),
    (Act.SEE, "get", "/api/v1/maps/{map}/", None),
    (Act.DEVELOP, "patch", API, {"about": "Changed."}),
    (Act.DEVELOP, "patch", API, {"sparring": True}),
    (Act.DEVELOP, "post", f"{API}retire/", {}),
    (Act.DEVELOP, "post", f"{API}unretire/", {}),
    (Act.DEVELOP, "post", f"{API}climb/", {}),
    (Act.DEVELOP, "post", f"{API}versions/2/activate/", {}),
    (Act.DEVELOP, "post", f"{API}versions/3/rebuild/", {}),
    (Act.DEVELOP, "post", f"{API}tests/", {"match": "{match}", "seat": 0}),
    (Act.DEVELOP, "delete", f"{API}tests/{{test}}/", None),
    (Act.DEVELOP, "post", "/api/v1/comparisons/{comparison}/stop/", {}),
    (Act.DEVELOP, "patch", "/api/v1/maps/{map}/", {"title": "Changed"}),
]
ROLES = [*Role, None]


@pytest.fixture
def ids(monkeypatch, settings, redis_client, team, alice, charlie, olga):
    """Alice's bot with three versions, a private map, and something of each kind that belongs
    to them."""
    cache.clear()
    add_meadow(monkeypatch, settings)
    bot, other = make_bot(alice, "worm", team), make_bot(charlie, "viper")
    (first, theirs), second = map(playing, (bot, other)), add_version(bot, active=False)
    add_version(bot, state="failed", active=False)
    match = finish(create_match("snake", "standard", "friendly", [first, theirs]), [1, 2])
    match.seats.get(number=0).log.save("log.gz", ContentFile(gzip.compress(b"")))
    test = RegressionTest.objects.create(bot=bot, origin=match, seat=1, goal=1.0, by=alice)
    comparison = Comparison.objects.create(
        owner=alice, candidate=second, baseline=first, ruleset="standard", budget=5
    )
    event = open_event(olga, stage("league", Kind.ROUND_ROBIN))
    entry = entering.enter(event, bot, alice)
    board = make_map(alice, team=team)
    return {
        "bot": bot.pk,
        "version": first.pk,
        "match": match.pk,
        "test": test.pk,
        "comparison": comparison.pk,
        "event": event.slug,
        "entry": entry.pk,
        "map": board.pk,
    }


def playing(bot: Bot) -> BotVersion:
    assert bot.active_version is not None
    return bot.active_version


def give(team, user, role):
    Membership.objects.filter(team=team, user=user).delete()
    if role:
        Membership.objects.create(team=team, user=user, role=role, accepted=True)


def allowed(answer) -> bool:
    return answer.status_code not in (403, 404)


def answered(act):
    """The answer of ``act``, with its changes to the database rolled back."""
    with undone():
        return act()


@pytest.mark.parametrize("role", ROLES)
def test_pages_follow_the_table(team, bob, ids, role):
    give(team, bob, role)
    client = Client()
    client.force_login(bob)
    found, expected = {}, {}
    for act, method, path in PAGES:
        address = path.format(**ids)
        found[method, address] = allowed(answered(lambda: getattr(client, method)(address)))  # noqa: B023
        expected[method, address] = role in ALLOWED[act]
    assert found == expected


@pytest.mark.parametrize("role", ROLES)
def test_the_api_follows_the_table(team, bob, ids, role):
    give(team, bob, role)
    client = APIClient()
    token = create_token(bob, "test", ["read", "bots"])[1]
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    found, expected = {}, {}
    for act, method, path, body in CALLS:
        address = path.format(**ids)
        sent = {"match": ids["match"], "seat": 0} if body and "match" in body else body
        key = (method, address, str(body))
        found[key] = allowed(
            answered(lambda: getattr(client, method)(address, sent, format="json"))  # noqa: B023
        )
        expected[key] = role in ALLOWED[act]
    assert found == expected
    file = SimpleUploadedFile("main.py", b"print()")
    address = f"{API}versions/".format(**ids)
    uploaded = answered(lambda: client.post(address, {"file": file, "language": "python"}))
    assert (uploaded.status_code == 201) is (role in ALLOWED[Act.DEVELOP])


@pytest.mark.parametrize("role", ROLES)
def test_private_fields_of_the_api_follow_the_table(team, bob, ids, role):
    give(team, bob, role)
    client = APIClient()
    token = create_token(bob, "test", ["read"])[1]
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    version = client.get(f"{API}versions/1/".format(**ids)).json()
    assert (version["build_log"] is not None) is (role in ALLOWED[Act.SEE])


@pytest.mark.parametrize("role", ROLES)
def test_matches_and_entries_follow_the_table(team, bob, ids, role):
    give(team, bob, role)
    client = Client()
    client.force_login(bob)
    may = role in ALLOWED[Act.DEVELOP]
    offered = client.get("/matches/new/?game=snake").context["form"].fields["version"].queryset
    assert offered.filter(pk=ids["version"]).exists() is may
    entering_form = client.get(f"/events/{ids['event']}/").text
    assert ("Withdraw alice/worm" in entering_form) is may
    form = {"game": "snake", "name": "newt", "team": str(team.pk)}
    assert answered(lambda: client.post("/bots/new/", form)).status_code == (302 if may else 422)


@pytest.mark.parametrize("role", ROLES)
def test_changes_of_maps_follow_the_table(team, bob, ids, role):
    give(team, bob, role)
    client = Client()
    client.force_login(bob)
    may = role in ALLOWED[Act.DEVELOP]
    address = "/games/meadow/maps/{map}/".format(**ids)
    client.post(f"{address}publish/", {"public": "on"})
    client.post(f"{address}archive/")
    board = Map.objects.get(pk=ids["map"])
    assert (board.archived is not None) is may


@pytest.mark.parametrize("role", ROLES)
def test_buttons_are_shown_with_the_rights_that_they_need(team, bob, ids, role):
    give(team, bob, role)
    client = Client()
    client.force_login(bob)
    inside, may = role in ALLOWED[Act.SEE], role in ALLOWED[Act.DEVELOP]
    BotVersion.objects.filter(number=3).delete()
    bot = client.get(BOT).text
    assert (f'href="{BOT}tests/"' in bot) is inside
    assert (f'href="{BOT}edit/"' in bot) is may
    assert (f'action="{BOT}versions/2/activate/"' in bot) is may
    match = client.get(f"/matches/{ids['match']}/").text
    assert ("Keep as a test" in match) is may
    if inside:
        assert (f'href="{BOT}versions/new/"' in client.get("/bots/").text) is may
        assert (f"{BOT}tests/policy/" in client.get(f"{BOT}tests/").text) is may
        version = client.get(f"{BOT}versions/2/").text
        assert f'href="{BOT}versions/2/source/"' in version
        assert (f'href="{BOT}versions/2/edit/"' in version) is may
        assert (f"{BOT}versions/2/activate/" in version) is may
        comparison = client.get(f"{BOT}comparisons/{ids['comparison']}/").text
        assert (f"comparisons/{ids['comparison']}/stop/" in comparison) is may


@pytest.mark.parametrize("role", ROLES)
async def test_the_socket_of_a_build_follows_the_table(team, bob, ids, role):
    client = Client()

    def log_in() -> str:
        give(team, bob, role)
        client.force_login(bob)
        return (
            f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
        )

    cookie = await asyncio.to_thread(log_in)
    async with Viewer(f"/ws/builds/{ids['version']}/", cookie=cookie) as viewer:
        first = await viewer.hear()
    assert (first["type"] != "error") is (role in ALLOWED[Act.SEE])
