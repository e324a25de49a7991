"""Bots: mine, their public page, and what their managers may do."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.members.teams import hand_over, leave
from bots import services
from bots.models import Bot, BotVersion
from bots.tests.steps import ready, version_of
from ladder.models import RatedMatch
from ladder.ratings.counting import count
from ladder.seasons.current import ensure_seasons
from matches.models import Match
from matches.services import create_match
from pages.bots.queries import BotStatus, my_bots, opponents, rows_of

pytestmark = pytest.mark.django_db
PAGE = "/bots/alice/worm/"


@pytest.fixture
def cast(alice, bob, charlie, olga):
    return {"alice": alice, "bob": bob, "charlie": charlie, "olga": olga, "anonymous": None}


def enter(client, cast, name):
    if cast[name]:
        client.force_login(cast[name])


def play(ruleset, versions, ranks, kind="ladder"):
    """A finished match between versions, rated where it is of the ladder."""
    match = create_match("snake", ruleset, kind, versions)
    for seat, rank in zip(match.seats.all(), ranks, strict=True):
        seat.rank, seat.end = rank, "ok"
        seat.save()
    match.state, match.finished = Match.State.FINISHED, timezone.now()
    match.save()
    if kind == "ladder":
        season = next(s for s in _seasons() if s.ruleset == ruleset)
        RatedMatch.objects.create(match=match, season=season)
        count(match)
    return match


def _seasons():
    from ladder.models import Season

    ensure_seasons()
    return list(Season.objects.filter(game="snake"))


# Permissions

PAGES = {
    "/bots/": {"anonymous": 302},
    "/bots/new/": {"anonymous": 302},
    PAGE: {},
    f"{PAGE}edit/": {"anonymous": 302, "charlie": 404, "olga": 404},
    f"{PAGE}versions/new/": {"anonymous": 302, "charlie": 404, "olga": 404},
    f"{PAGE}versions/1/": {"anonymous": 302, "charlie": 404},
    f"{PAGE}versions/1/state/": {"anonymous": 302, "charlie": 404},
    f"{PAGE}versions/1/source/": {"anonymous": 302, "charlie": 404, "olga": 404},
    f"{PAGE}versions/2/": {
        "anonymous": 302,
        **dict.fromkeys(["alice", "bob", "charlie", "olga"], 404),
    },
    "/matches/new/": {"anonymous": 302},
    "/matches/new/opponents/": {"anonymous": 302},
    "/bots/alice/nobody/": dict.fromkeys(["alice", "bob", "charlie", "olga", "anonymous"], 404),
}


@pytest.mark.parametrize("who", ["alice", "bob", "charlie", "olga", "anonymous"])
def test_pages_are_open_to_those_whose_they_are(client, cast, upload, alices_bot, who):
    upload(alices_bot)
    enter(client, cast, who)
    answers = {page: client.get(page) for page in PAGES}
    found = {page: answer.status_code for page, answer in answers.items()}
    assert found == {page: PAGES[page].get(who, 200) for page in PAGES}
    led = [answer["Location"] for answer in answers.values() if answer.status_code == 302]
    assert all(path.startswith("/accounts/login/?next=/") for path in led)


ACTS = ["retire/", "unretire/", "versions/1/activate/", "versions/1/rebuild/"]


@pytest.mark.parametrize("who", ["alice", "bob", "charlie", "olga", "anonymous"])
@pytest.mark.parametrize("act", ACTS)
def test_acts_are_for_managers(client, cast, upload, alices_bot, act, who):
    ready(upload(alices_bot))
    enter(client, cast, who)
    answer = client.post(PAGE + act)
    if who in ("alice", "bob"):
        assert answer["Location"].startswith(PAGE)
    elif who == "anonymous":
        assert answer["Location"].startswith("/accounts/login/")
    else:
        assert answer.status_code == 404


@pytest.mark.parametrize("act", ACTS)
def test_acts_take_a_post_with_the_sites_own_token(client, alice, upload, alices_bot, act):
    from django.test import Client

    upload(alices_bot)
    client.force_login(alice)
    assert client.get(PAGE + act).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert strict.post(PAGE + act).status_code == 403


# Mine


def test_what_needs_me_comes_first(alice, alices_bot):
    def bot(name):
        return services.create_bot(alice, "snake", name)

    ready(version_of(alices_bot))
    broken = bot("broken")
    version_of(broken, state=BotVersion.State.FAILED)
    bot("empty")
    version_of(bot("coming"), state=BotVersion.State.BUILDING)
    out = bot("out")
    Bot.objects.filter(pk=out.pk).update(deactivated_at=timezone.now())
    services.retire(bot("old"), alice)
    rows = [(row.bot.name, row.status) for row in rows_of(my_bots(alice, retired=True), alice)]
    assert rows == [
        ("broken", BotStatus.FAILED),
        ("out", BotStatus.OUT),
        ("empty", BotStatus.EMPTY),
        ("coming", BotStatus.COMING),
        ("worm", BotStatus.PLAYING),
        ("old", BotStatus.RETIRED),
    ]


def test_many_bots_come_by_pages(client, alice, django_assert_max_num_queries):
    Bot.objects.bulk_create(Bot(owner=alice, game="snake", name=f"b{n:02}") for n in range(65))
    version_of(Bot.objects.get(name="b64"), state=BotVersion.State.FAILED)
    client.force_login(alice)
    found = []
    for page in ("", "?page=2", "?page=3"):
        for path in ("/bots/", "/people/alice/"):
            with django_assert_max_num_queries(20):
                text = client.get(path + page).text
            names = re.findall(r'class="name">(b\d\d)<', text.partition("Recent matches")[0])
            found.append(list(dict.fromkeys(names)))
    mine, persons = [*found[0], *found[2], *found[4]], [*found[1], *found[3], *found[5]]
    assert [len(names) for names in found] == [30, 30, 30, 30, 5, 5]
    assert persons == [f"b{n:02}" for n in range(65)]
    assert mine == ["b64", *persons[:64]]  # what needs me comes first, on the first page


def test_a_teams_bot_is_its_members_too(client, bob, charlie, alices_bot):
    client.force_login(bob)
    assert 'alice/</bdi><bdi class="name">worm' in client.get("/bots/").text
    client.force_login(charlie)
    assert "worm" not in client.get("/bots/").text


def test_an_empty_list_teaches(client, charlie):
    client.force_login(charlie)
    page = client.get("/bots/").text
    assert 'href="/bots/new/"' in page
    assert 'href="/games/snake/kit/"' in page


def test_retired_bots_are_shown_on_demand(client, alice, alices_bot):
    services.retire(alices_bot, alice)
    client.force_login(alice)
    assert ">worm<" not in client.get("/bots/").text
    assert ">worm<" in client.get("/bots/?retired=1").text


def test_a_long_list_costs_as_much_as_a_short_one(client, alice, django_assert_max_num_queries):
    for number in range(12):
        ready(version_of(services.create_bot(alice, "snake", f"b{number}")))
    versions = [bot.active_version for bot in alice.bots.all()]
    for first, second in pairwise(versions):
        play("standard", [first, second], [1, 2])
    client.force_login(alice)
    with django_assert_max_num_queries(17):
        page = client.get("/bots/").text
    assert page.count("±") == 12


# New and edit


def test_a_new_bot_goes_on_to_its_first_upload(client, alice, team):
    client.force_login(alice)
    form = {"game": "snake", "name": "newt", "about": "Small.", "team": team.pk}
    assert client.post("/bots/new/", form)["Location"] == "/bots/alice/newt/versions/new/"
    bot = Bot.objects.get()
    assert (bot.owner, bot.team, bot.about) == (alice, team, "Small.")


@pytest.mark.parametrize(
    ("changes", "objection"),
    [
        ({"name": "worm"}, "You already have a bot named"),
        ({"name": "two words"}, "Use 1 to 30 letters"),
        ({"name": ""}, "This field is required"),
        ({"game": "chess"}, "is not one of the available choices"),
    ],
)
def test_a_refused_bot_says_why_and_keeps_what_was_typed(
    client, alice, alices_bot, changes, objection
):
    client.force_login(alice)
    form = {"game": "snake", "name": "newt", "about": "Small & quick."} | changes
    answer = client.post("/bots/new/", form)
    assert answer.status_code == 422
    assert objection in answer.text
    assert "Small &amp; quick." in answer.text
    assert Bot.objects.count() == 1


def test_nobody_gives_a_bot_to_a_team_of_others(client, charlie, team):
    client.force_login(charlie)
    form = {"game": "snake", "name": "newt", "team": team.pk}
    assert client.post("/bots/new/", form).status_code == 422
    assert not Bot.objects.exists()


def test_members_edit_the_words_and_only_the_owner_moves_it(client, alice, bob, alices_bot, team):
    client.force_login(bob)
    client.post(f"{PAGE}edit/", {"about": "By bob.", "team": ""})
    alices_bot.refresh_from_db()
    assert (alices_bot.about, alices_bot.team) == ("By bob.", team)
    client.force_login(alice)
    client.post(f"{PAGE}edit/", {"about": "Mine.", "team": ""})
    alices_bot.refresh_from_db()
    assert (alices_bot.about, alices_bot.team) == ("Mine.", None)


# The public page


def test_the_public_page_shows_strength_and_opponents(client, alice, charlie, alices_bot):
    mine = ready(version_of(alices_bot))
    other = ready(version_of(services.create_bot(charlie, "snake", "cobra")))
    for ranks in ([1, 2], [1, 2], [2, 1], [1, 1]):
        play("standard", [mine, other], ranks)
    play("standard", [mine, other], [1, 2], kind="friendly")
    (row,) = opponents(alices_bot)
    share = row.share
    assert (row.head.name, share.wins, share.draws, share.losses) == ("cobra", 2, 1, 1)
    assert share.score == 2.5 / 4
    page = client.get(PAGE).text
    assert "1 <small>of 2</small>" in page
    assert 'class="plot"' in page
    assert "62 %" in page


def test_the_public_page_keeps_what_is_for_managers(client, cast, alice, alices_bot):
    version_of(alices_bot, state=BotVersion.State.FAILED, note="secret plan", failure="line 12")
    for who in ("anonymous", "charlie"):
        client.logout()
        enter(client, cast, who)
        page = client.get(PAGE).text
        assert "failed" in page
        for inner in (
            "secret plan",
            "line 12",
            "Retire",
            "Upload a version",
            "versions/1/",
            "For organizers",
        ):
            assert inner not in page
    client.force_login(alice)
    page = client.get(PAGE).text
    assert "secret plan" in page
    assert f"{PAGE}versions/1/" in page


def test_the_reason_of_organizers_is_for_the_owner(client, alice, olga, charlie, alices_bot):
    services.deactivate(alices_bot, olga, "Floods the log.")
    client.force_login(charlie)
    page = client.get(PAGE).text
    assert "Taken out of play" in page
    assert "Floods the log." not in page
    client.force_login(alice)
    assert "Floods the log." in client.get(PAGE).text


def test_retire_and_bring_back(client, alice, alices_bot):
    client.force_login(alice)
    client.post(f"{PAGE}retire/")
    assert Bot.objects.get().retired_at
    assert "Bring it back" in client.get(PAGE).text
    client.post(f"{PAGE}unretire/")
    assert Bot.objects.get().retired_at is None


def test_the_public_page_does_not_ask_per_match(
    client, alice, charlie, alices_bot, django_assert_max_num_queries
):
    mine = ready(version_of(alices_bot))
    for number in range(8):
        other = ready(version_of(services.create_bot(charlie, "snake", f"c{number}")))
        play("standard", [mine, other], [1, 2])
    for _ in range(5):
        version_of(alices_bot)
    with django_assert_max_num_queries(15):
        client.get(PAGE)


def test_an_edit_keeps_a_team_that_the_owner_has_left(client, alices_bot, alice, bob, team):
    assert alices_bot.team == team
    hand_over(team, alice, bob)
    leave(team, alice)
    client.force_login(alice)
    address = "/bots/alice/worm/edit/"
    assert f'<option value="{team.pk}" selected' in client.get(address).content.decode()
    client.post(address, {"about": "Eats.", "team": team.pk})
    alices_bot.refresh_from_db()
    assert (alices_bot.about, alices_bot.team) == ("Eats.", team)


@pytest.mark.parametrize(
    "address", ["/bots/alice/%00/", "/bots/%00/worm/", "/people/%00/", "/bots/a%20b/c%0Ad/"]
)
def test_what_cannot_be_a_name_is_not_even_looked_for(client, alice, address):
    client.force_login(alice)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 404
    assert not [q for q in queries if "bots_bot" in q["sql"] or "UPPER" in q["sql"]]


def test_a_search_takes_any_letters(client, alice, alices_bot):
    client.force_login(alice)
    alices_bot.refresh_from_db()
    answer = client.get("/matches/new/opponents/", {"game": "snake", "opponent_1": "wo\0rm"})
    assert answer.status_code == 200
