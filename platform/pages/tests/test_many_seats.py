"""Pages of matches with four and with sixteen seats, alone and in teams."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import AnonymousUser

from bots.models import Bot
from bots.services import create_bot
from ladder.models import RatedMatch
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import add_version, finish
from matches.models import Match
from matches.recorded.results import sentence
from matches.services import MAX_WAITING, create_match, request_match
from matches.tests import crowd
from pages.frame.match_parts.lineup import in_words, lineup
from pages.frame.match_parts.match_seats import seat_rows
from pages.matches import queries
from pages.templatetags.site import board_view

pytestmark = pytest.mark.django_db
NAMES = ["ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen"]


@pytest.fixture(autouse=True)
def game(monkeypatch):
    crowd.install(monkeypatch)
    # The toy has no pictures of its own.
    monkeypatch.setattr(queries, "board_view", lambda _: board_view("snake"))


@pytest.fixture(scope="module")
def eight(kept_cast):
    """The ids of four bots of alice's and four of bob's."""
    with pytest.MonkeyPatch.context() as patch:
        crowd.install(patch)
        made = []
        for number, name in enumerate(NAMES):
            bot = create_bot(kept_cast.alice if number < 4 else kept_cast.bob, "crowd", name)
            add_version(bot)
            made.append(bot.pk)
    return made


@pytest.fixture
def bots(eight, db):
    return list(Bot.objects.filter(pk__in=eight).select_related("owner").order_by("pk"))


@pytest.fixture
def house(charlie):
    charlie.is_house = True
    charlie.save()
    made = [create_bot(charlie, "crowd", name) for name in ("low", "high")]
    for bot in made:
        add_version(bot)
    return made


def play(ruleset, bots, ranks=None, kind="friendly"):
    match = create_match("crowd", ruleset, kind, [bot.active_version for bot in bots])
    if kind == "ladder":
        ensure_seasons()
        season = current_season("crowd", ruleset)
        assert season is not None
        RatedMatch.objects.create(match=match, season=season)
    if ranks:
        finish(match, ranks)
    return Match.objects.with_seats().get(pk=match.pk)


def sixteen(bots):
    return [bots[n % len(bots)] for n in range(16)]


# Lines and titles --------------------------------------------------------------------------------


def test_of_sixteen_the_best_come_first_and_the_rest_is_a_number(bots):
    match = play("sixteen", [*bots, *bots[::-1]], [16, *range(2, 16), 1])
    line = lineup(match)
    assert [side.entries[0].name for side in line.sides] == ["ant ×2", "bee ×2", "cat ×2"]
    assert [side.place for side in line.sides] == [1, 2, 3]
    assert line.more == 10
    assert in_words(match) == "ant ×2, bee ×2, cat ×2 and 10 more"
    assert sentence(match) == "alice/ant won against alice/bee, alice/cat and 12 more"


def test_seats_of_one_name_are_told_apart_in_titles_lists_results_and_the_player(client, bots):
    ant, bee, *_ = bots
    match = play("duel", [ant, ant], [2, 1])
    assert in_words(match) == "ant (1) – ant (2)"
    assert sentence(match).startswith("alice/ant (2) beat alice/ant (1)")
    page = client.get(match.get_absolute_url()).content.decode()
    assert page.count("ant (2)") >= 3
    rows = queries.player_config(match, AnonymousUser())["seats"]
    assert [row["name"] for row in rows] == ["ant (1)", "ant (2)"]
    assert in_words(play("duel", [ant, bee], [1, 2])) == "ant – bee"


def test_a_page_about_a_bot_does_not_leave_it_out(bots):
    match = play("sixteen", [*bots, *bots[::-1]], range(1, 17))
    shown = [side.entries[0].seat.program.bot for side in lineup(match, bots[6].pk).sides]
    assert shown == [bots[0], bots[1], bots[6]]


def test_few_bots_on_many_seats_are_all_told(bots):
    line = lineup(play("sixteen", sixteen(bots[:4])))
    assert [entry.name for side in line.sides for entry in side.entries] == (
        ["ant ×4", "bee ×4", "cat ×4", "dog ×4"]
    )
    assert line.more == 0


def test_teams_are_told_with_a_plus_and_win_together(bots):
    match = play("pairs", bots[:4], [3, 3, 1, 1])
    assert in_words(match) == "ant + bee – cat + dog"
    assert sentence(match) == "alice/cat + alice/dog beat alice/ant + alice/bee"
    assert [(side.place, side.won) for side in lineup(match).sides] == [(2, False), (1, True)]


def test_three_teams_are_in_the_order_of_their_places(bots):
    match = play("trios", bots[:6], [5, 1, 3, 5, 1, 3])
    line = lineup(match)
    assert [side.team for side in line.sides] == [2, 3, 1]
    assert [entry.name for entry in line.sides[0].entries] == ["bee", "elk"]
    assert [side.place for side in line.sides] == [1, 2, 3]


def test_a_draw_of_teams_is_a_draw(bots):
    match = play("pairs", bots[:4], [1, 1, 1, 1])
    assert sentence(match) == "alice/ant + alice/bee and alice/cat + alice/dog drew"
    assert not any(side.won for side in lineup(match).sides)


def test_many_who_share_the_first_place_are_counted(bots):
    match = play("sixteen", [*bots, *bots], [1] * 8 + [9] * 8)
    assert sentence(match) == "alice/ant, alice/bee and 14 more shared first place"


def test_a_bot_against_itself_has_two_sides_in_a_duel(bots):
    match = play("duel", [bots[0], bots[0]], [2, 1])
    assert in_words(match) == "ant (1) – ant (2)"
    assert [side.won for side in lineup(match).sides] == [False, True]


# Pages -------------------------------------------------------------------------------------------


def test_lists_show_sixteen_seats_in_one_line(client, bots):
    match = play("sixteen", [*bots, *bots[::-1]], range(1, 17))
    page = client.get("/matches/").text
    assert page.count('class="side') - page.count('class="sides') == 3
    more = rf'<a class="more" href="/matches/{match.pk}/" aria-label="10 more seats">\+10 more</a>'
    assert re.search(more, page)
    own = " ".join(client.get(f"/bots/bob/{bots[6].name}/").text.split())
    assert re.search(r'<span class="place">7\.</span ?>.{1,300}gnu', own)


def test_the_match_page_has_all_seats_best_first(client, bots):
    match = play("sixteen", [*bots, *bots[::-1]], [*range(16, 0, -1)])
    page = client.get(f"/matches/{match.pk}/").text
    table = page[page.index('class="match-results"') :]
    places = [int(place) for place in re.findall(r'<td class="num">(\d+)</td>\s*<td class', table)]
    assert places == list(range(1, 17))
    marks = re.findall(r'seat-mark" data-seat="(\d+)"', table)
    assert [int(mark) for mark in marks] == list(range(15, -1, -1))


def test_the_match_page_groups_teams(client, bots):
    match = play("pairs", bots[:4], [3, 3, 1, 1])
    page = client.get(f"/matches/{match.pk}/").text
    table = page[page.index('class="match-results"') :]
    one, two = table.index("Team 1"), table.index("Team 2")
    assert one < table.index("ant") < table.index("bee") < two < table.index("cat")
    assert re.findall(r"· place (\d)", table) == ["2", "1"]
    assert re.findall(r'<td class="num">([\d−]+)</td>', table[one:two]) == ["2", "−3"] * 2


def test_a_bot_on_many_seats_moves_once(bots):
    match = play("sixteen", [bots[0], *[bots[5]] * 15], range(1, 17), kind="ladder")
    rows = seat_rows(match)
    won, lost, *others = (row["change"] for row in rows)
    assert won is not None
    assert lost is not None
    assert won > 0 > lost
    assert others == [None] * 14
    assert {row["rating"] for row in rows[1:]} == {rows[1]["rating"]}


def test_the_ladder_of_many_seats_shows_places(client, bots):
    play("sixteen", [bots[0], *[bots[5]] * 15], range(1, 17), kind="ladder")
    page = client.get("/games/crowd/ladder/sixteen/").text
    assert "Average of 16: 1 is best" in page
    assert re.search(r'<td class="num">1\.0</td>', page)
    assert re.search(r'<td class="num">9\.0</td>', page)
    duels = client.get("/games/crowd/ladder/duel/").text
    assert "Average of" not in duels


def test_the_ladder_of_two_teams_has_wins(client, bots):
    play("pairs", [bots[0], bots[1], bots[4], bots[5]], [1, 1, 3, 3], kind="ladder")
    page = client.get("/games/crowd/ladder/pairs/").text
    assert "100 %" in page
    assert "win and lose together" in page


def test_a_bots_page_shows_how_often_it_had_each_place(client, bots):
    play("sixteen", [bots[0], *[bots[5]] * 15], range(1, 17), kind="ladder")
    play("sixteen", [bots[5], bots[0], *[bots[5]] * 14], range(1, 17), kind="ladder")
    page = client.get("/bots/alice/ant/").text
    assert "Places of ant: place 1: 1, place 2: 1" in page
    assert page.count('class="plot-bar"') == 16
    assert "Won · drawn · lost" not in page
    assert re.search(r"1\.5 <small>of 16</small>", page)


def test_team_mates_are_no_opponents(client, bots):
    play("pairs", [bots[0], bots[4], bots[1], bots[5]], [1, 1, 3, 3], kind="ladder")
    page = client.get("/bots/alice/ant/").text
    against = page[page.index('id="opponents"') : page.index('id="versions"')]
    assert "bob/elk" not in re.sub(r"<[^>]*>", "", against)
    assert "bob/fox" in re.sub(r"<[^>]*>", "", against)


# The challenge -----------------------------------------------------------------------------------


def ask(client, ruleset, version, **form):
    filled = {"version": version.pk, "seat": "", "seed": "", "fill": "on", **form}
    return client.post(f"/matches/new/?game=crowd&ruleset={ruleset}", filled)


def seated():
    return [seat.program.bot.name for seat in Match.objects.get().seats.all()]


def test_house_bots_fill_the_seats_that_nobody_chose(client, alice, bots, house):
    client.force_login(alice)
    answer = ask(client, "sixteen", bots[0].active_version, seat="3", place_0="bob/elk")
    assert answer["Location"] == f"/matches/{Match.objects.get().pk}/"
    names = seated()
    assert (names[0], names[3]) == ("elk", "ant")
    assert sorted(names[1:3] + names[4:]) == ["high"] * 7 + ["low"] * 7


def test_a_bot_may_sit_on_several_seats(client, alice, bots):
    client.force_login(alice)
    places = {f"place_{seat}": "alice/ant" for seat in range(1, 16)}
    ask(client, "sixteen", bots[0].active_version, **places, fill="")
    assert seated() == ["ant"] * 16


def test_teams_are_chosen_seat_by_seat(client, alice, bots):
    client.force_login(alice)
    page = client.get("/matches/new/?game=crowd&ruleset=trios").text
    assert re.findall(r"<legend>(Team \d)</legend>", page) == ["Team 1", "Team 2", "Team 3"]
    group = page[page.index("<legend>Team 2") : page.index("<legend>Team 3")]
    assert re.findall(r'name="(place_\d)"', group) == ["place_1", "place_4"]
    places = {f"place_{seat}": "elk" for seat in range(5)}
    ask(client, "trios", bots[0].active_version, seat="5", **places)
    assert seated() == ["elk"] * 5 + ["ant"]
    assert [seat.team for seat in Match.objects.get().seats.all()] == [1, 2, 3, 1, 2, 3]


def test_my_seat_at_random_is_one_that_is_empty(client, alice, bots, house):
    client.force_login(alice)
    seats: set[int] = set()
    for _ in range(MAX_WAITING):
        ask(client, "pairs", bots[0].active_version, place_0="elk", place_3="fox")
        seats.add(Match.objects.latest("pk").seats.get(version__bot=bots[0]).number)
        if seats == {1, 2}:
            break
    assert seats == {1, 2}


@pytest.mark.parametrize(
    ("form", "field", "words"),
    [
        ({"place_0": "nobody"}, "place_0", "No bot “nobody” plays"),
        ({"seat": "1", "place_1": "elk"}, "place_1", "leave this seat empty"),
        ({f"place_{n}": "elk" for n in range(4)}, "seat", "Leave one empty"),
        ({"seat": "0", "place_1": "elk", "fill": ""}, "place_2", "let house bots fill"),
        ({"place_1": "elk", "fill": ""}, "fill", "3 seats are empty"),
        ({"place_1": "elk"}, "fill", "No house bot plays here"),
    ],
)
def test_a_lineup_that_makes_no_match_says_why_and_stays(client, alice, bots, form, field, words):
    client.force_login(alice)
    answer = ask(client, "pairs", bots[0].active_version, **form)
    assert answer.status_code == 422
    assert words in " ".join(answer.context["form"].errors[field])
    assert words in answer.text
    for name, value in form.items():
        assert not name.startswith("place") or f'value="{value}"' in answer.text
    assert not Match.objects.exists()


def test_an_opponent_of_the_address_gets_a_seat(client, alice, bots):
    client.force_login(alice)
    page = client.get("/matches/new/?game=crowd&ruleset=sixteen&opponent=bob/elk").text
    assert 'value="bob/elk"' in page


def test_bots_for_a_seat_are_found_by_what_was_typed(client, alice, bots):
    client.force_login(alice)
    found = client.get("/matches/new/opponents/?game=crowd&place_11=bob/el").text
    assert found.split() == ["<option", 'value="bob/elk"></option>']


# The API -----------------------------------------------------------------------------------------


def test_the_api_tells_teams_and_places(client, alice, bots):
    play("pairs", [bots[0], bots[4], bots[1], bots[5]], [1, 1, 3, 3], kind="ladder")
    match = client.get("/api/v1/matches/").json()["results"][0]
    assert [seat["team"] for seat in match["seats"]] == [1, 1, 2, 2]
    games = client.get("/api/v1/games/crowd/").json()
    assert [ruleset["teams"] for ruleset in games["rulesets"]] == (
        [[], [1, 1, 2, 2], [1, 2, 3, 1, 2, 3], []]
    )
    season = current_season("crowd", "pairs")
    assert season is not None
    rows = client.get(f"/api/v1/seasons/{season.pk}/standings/").json()
    rows = rows["results"] if isinstance(rows, dict) else rows
    assert (rows[0]["places"], rows[0]["average_place"]) == ([1], 1.0)
    assert (rows[-1]["places"], rows[-1]["average_place"]) == ([0, 1], 2.0)


def test_a_request_for_sixteen_seats_is_checked_for_each(alice, bots):
    match = request_match(
        alice, "crowd", "sixteen", [bot.active_version for bot in [bots[0], *sixteen(bots)[1:]]]
    )
    assert match.seats.count() == 16
