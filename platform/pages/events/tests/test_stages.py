"""The pages of stages: tables, crosstables, rounds, brackets, seasons, and single encounters."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from unittest.mock import patch

import pytest

from games.registry import OURS
from ladder.core.contest.plan import Feed, Kind
from ladder.events.entrants import entering
from ladder.events.mending.rulings import Disqualify
from ladder.events.models import EncounterGame
from ladder.events.planning import acts
from ladder.events.running import advancing
from ladder.events.tests.conftest import bots as bots
from ladder.events.tests.conftest import eight as eight
from ladder.events.tests.steps import (
    begin,
    open_event,
    play,
    play_all,
    stage,
    waiting,
)
from ladder.models import RatedMatch
from matches.models import Match
from matches.recorded.voiding import void
from matches.services import create_match

pytestmark = pytest.mark.django_db
LEAGUE = stage("league", Kind.ROUND_ROBIN)
PAGE = "/events/open/stages/league/"


def part(page: str, name: str) -> str:
    """The part of a page that begins with the heading of this id."""
    return page[page.index(f'id="{name}"') :].split("</section>")[0]


def plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def rows(html: str) -> list[str]:
    body = html[html.index("<tbody>") : html.index("</tbody>")]
    return [plain(row) for row in body.split("</tr>")[:-1]]


def bodies(page: str, name: str) -> list[str]:
    return rows(part(page, name))


# Tables ------------------------------------------------------------------------------------------


def test_the_table_has_points_encounters_tie_breaks_and_who_goes_on(client, olga, bots):
    cup = stage("cup", Kind.SINGLE, Feed("league", 2))
    event = begin(olga, bots[:4], LEAGUE, cup)
    play_all(event, most=12)
    page = client.get(PAGE).text
    found = bodies(page, "table-title")
    # Six games each; points, then encounters played, won, drawn, lost, then the tie-breaks.
    assert found == [
        "1 author-0/ b0 v1 qualified for Cup 6 3 3 0 0 0 6 6 1",
        "2 author-1/ b1 v1 qualified for Cup 4 3 2 0 1 0 8 2 2",
        "3 author-2/ b2 v1 2 3 1 0 2 0 10 0 3",
        "4 author-3/ b3 v1 0 3 0 0 3 0 12 0 4",
    ]
    heads = re.findall(r'title="([^"]+)">(\w[\w ]*)</th>', part(page, "table-title"))
    assert ("The sum of the points of all opponents", "Buchholz") in heads
    assert (
        "<strong>Head to head</strong> (games won against the tied bots, a draw counting half)"
        in page
    )
    assert re.findall(r'<tr class="([^"]*)">', part(page, "table-title")) == ["", " cut", "", ""]


def test_a_tie_that_the_seed_decided_is_explained_on_the_page_and_in_the_files(client, olga, bots):
    play_all(begin(olga, bots[:3], LEAGUE), lambda seats: [1] * len(seats))
    words = "on points, head to head, Buchholz and Berger. Decided by seed."
    page = client.get(PAGE).text
    assert re.findall(r'title="(Tied with [^"]*)">tied<', page) == [
        f"Tied with author-1/b1 and author-2/b2 {words}",
        f"Tied with author-0/b0 and author-2/b2 {words}",
        f"Tied with author-0/b0 and author-1/b1 {words}",
    ]
    every = "author-0/b0, author-1/b1 and author-2/b2 are tied on points, head to head, Buchholz"
    assert page.count(f"{every} and Berger. The seed decided their places.") == 1
    text = client.get(f"{PAGE}table.csv").getvalue().decode()
    assert {words in row["tie"] for row in csv.DictReader(io.StringIO(text))} == {True}
    group = client.get("/api/v1/events/open/stages/league/").json()["groups"][0]
    assert {row["tied"] for row in group["rows"]} == {True}
    assert group["ties"] == [f"{every} and Berger. The seed decided their places."]


def test_no_tie_is_named_before_a_bot_has_met_another(client, olga, bots):
    begin(olga, bots[:3], stage("league", Kind.SWISS))
    assert "Tied with" not in client.get(PAGE).text


def test_a_season_of_the_ladder_shows_who_would_go_on(client, olga, bots):
    season = stage("season", Kind.LADDER, ends=60)
    event = begin(olga, bots[:3], season, stage("final", Kind.SINGLE, Feed("season", 2)))
    row = event.stages.get(key="season")
    match = create_match("snake", row.ruleset, "ladder", [b.active_version for b in bots[1:3]])
    assert row.season is not None
    RatedMatch.objects.create(match=match, season=row.season)
    play(match)
    page = client.get("/events/open/stages/season/").text
    found = bodies(page, "table-title")
    assert [line.split()[2] for line in found] == ["b1", "b2", "b0"]
    assert "currently qualifies for Final" in found[1]
    assert re.search(r"\d+ ± \d+ 1$", found[0])
    assert found[2].endswith("– 0")
    assert f"/ladder/{row.ruleset}/?season={row.season_id}" in page


def test_groups_have_pages_of_their_own(client, olga, bots):
    groups = stage("league", Kind.ROUND_ROBIN, options={"groups": 2})
    event = begin(olga, bots[:6], groups)
    play_all(event)
    one, two = (client.get(f"{PAGE}?group={n}").text for n in (1, 2))
    assert 'href="?group=2"' in one
    names = [re.findall(r'class="name">(b\d)<', part(p, "table-title")) for p in (one, two)]
    assert sorted(names[0] + names[1]) == [f"b{n}" for n in range(6)]
    assert len(names[0]) == len(names[1]) == 3
    assert client.get(f"{PAGE}?group=3").status_code == 404
    for wrong in ("0", "-1", "x", "9" * 30, "²"):
        assert client.get(PAGE, {"group": wrong}).status_code == 404
        assert client.get(PAGE, {"after": wrong}).status_code == 404


def test_the_table_after_a_round_is_that_of_then(client, olga, bots):
    event = begin(olga, bots[:4], LEAGUE)
    play_all(event)
    page = client.get(f"{PAGE}?after=1").text
    assert "Table after round 1" in page
    found = [line.replace(" tied ", " ") for line in bodies(page, "table-title")]
    played = [int(line.split()[5]) for line in found]
    assert played == [1, 1, 1, 1]
    assert '<option value="3">after round 3</option>' in page
    assert "hx-get" not in page[page.index("<main") : page.index("</main")]
    file = client.get(f"{PAGE}table.csv?after=1").getvalue().decode()
    assert [row["played"] for row in csv.DictReader(io.StringIO(file))] == ["1"] * 4


# Encounters --------------------------------------------------------------------------------------


def test_the_crosstable_has_every_encounter_from_both_sides(client, olga, bots):
    event = begin(olga, bots[:3], LEAGUE)
    drawn = waiting(event)[0]
    play(drawn, lambda names: [1, 1])
    advancing.move_all(event.pk)
    play_all(event)
    page = client.get(PAGE).text
    cells = bodies(page, "crossed-title")
    # One game of two was a draw.
    assert {"1.5", "0.5"} <= {word for line in cells for word in line.split()}
    row = event.stages.get().encounters.earliest("pk")
    assert part(page, "crossed-title").count(f"encounters/{row.pk}/") == 2
    assert cells[0].split()[3] == "itself"


def test_rounds_have_their_encounters_and_who_rests(client, olga, bots):
    event = begin(olga, bots[:3], LEAGUE)
    page = client.get(f"{PAGE}?round=2").text
    assert len(bodies(page, "round-title")) == 1
    assert "Without an opponent:" in part(page, "round-title")
    match = waiting(event)[0]
    Match.objects.filter(pk=match.pk).update(state="running")
    game = EncounterGame.objects.get(match=match)
    page = client.get(f"{PAGE}?round={game.encounter.round}").text
    assert f'class="badge badge-live" href="/matches/{match.pk}/"' in part(page, "round-title")


def test_an_encounter_has_its_games_with_sides_swapped(client, olga, bots):
    event = begin(olga, bots[:2], LEAGUE)
    row = event.stages.get().encounters.get()
    path = f"{PAGE}encounters/{row.pk}/"
    first, second = waiting(event)
    play(first)
    advancing.move_all(event.pk)
    page = client.get(path).text
    found = rows(page)
    assert [re.findall(r"\bb\d", line) for line in found] == [["b0", "b1"], ["b1", "b0"]]
    assert "replay" in found[0]
    assert "waiting" in found[1]
    assert 'hx-get="' in page[page.index("<main") :]
    play(second)
    advancing.move_all(event.pk)
    page = client.get(path).text
    assert "b0 2 won" in plain(page[page.index("encounter-score") :])
    assert client.get("/events/open/stages/league/encounters/999999/").status_code == 404


def test_a_result_that_is_taken_back_is_played_again_and_both_are_shown(client, olga, bots):
    event = begin(olga, bots[:2], LEAGUE)
    play_all(event)
    game = EncounterGame.objects.first()
    assert game is not None
    void(game.match, olga, "The map was wrong")
    advancing.move_all(event.pk)
    page = client.get(f"{PAGE}encounters/{game.encounter_id}/").text
    assert [line.split()[0] for line in rows(page)] == ["1", "2", "3"]
    assert page.count(">void<") == 1


def test_a_bye_of_a_swiss_round_is_shown(client, olga, bots):
    swiss = stage("league", Kind.SWISS, options={"rounds": 2})
    event = begin(olga, bots[:5], swiss)
    play_all(event)
    page = client.get(f"{PAGE}?round=1").text
    assert len(bodies(page, "round-title")) == 2
    assert plain(part(page, "round-title")).endswith("Bye (counts as won): author-4/ b4")
    assert "Crosstable" not in page
    assert len(bodies(client.get(f"{PAGE}?after=1").text, "table-title")) == 5


# Brackets ----------------------------------------------------------------------------------------


def test_a_bracket_has_a_box_for_every_encounter_and_its_byes(client, olga, bots):
    event = begin(olga, bots[:6], stage("league", Kind.SINGLE, options={"third_place": True}))
    page = client.get(PAGE).text
    assert page.count('class="bracket-box') == 8
    assert page.count("bracket-bye") == 2
    assert plain(part(page, "bracket-2")).startswith('id="bracket-2">')
    play_all(event)
    page = client.get(PAGE).text
    final = page[page.index(">Final</h4>") :].split("</ol>")[0]
    assert plain(final[final.index("bracket-name") :]).endswith("1 b0 won 2 2 b1 0") or re.search(
        r"b0 won 2 .*b1 0$", plain(final)
    )
    places = [line.split()[0] for line in bodies(page, "table-title")]
    assert places == ["1", "2", "3", "4", "5", "5"]
    assert '<article class="bracket-box"><p class="bracket-name"><a href="' in re.sub(
        r">\s+<", "><", page
    )


def test_double_elimination_has_both_sides_and_the_final(client, olga, bots):
    event = begin(olga, bots[:4], stage("league", Kind.DOUBLE))
    play_all(event)
    page = client.get(PAGE).text
    titles = re.findall(r'<h3 id="bracket-\d">([^<]+)</h3>', page)
    assert titles == ["Winners’ bracket", "Losers’ bracket", "Final"]
    assert page.count('class="bracket-box') == 6


def test_a_live_match_is_marked_in_its_box(client, olga, bots):
    event = begin(olga, bots[:4], stage("league", Kind.SINGLE))
    match = waiting(event)[0]
    Match.objects.filter(pk=match.pk).update(state="running")
    page = client.get(PAGE).text
    assert page.count("bracket-live") == 1
    assert f'href="/matches/{match.pk}/">live' in page


# Before, without and after -----------------------------------------------------------------------


def test_before_its_beginning_a_stage_says_who_may_come_and_when(client, olga, bots):
    later = stage("cup", Kind.SINGLE, Feed("league", 2), begins=24 * 60)
    event = begin(olga, bots[:3], LEAGUE, later)
    assert event.started is not None
    page = client.get("/events/open/stages/cup/").text
    assert "the first 2 of League" in page
    assert f"{event.started:%H:%M}" in page
    assert "The standings appear here when the stage begins." in page
    assert client.get("/events/open/stages/cup/table.csv").status_code == 404


def test_a_stage_that_had_nobody_to_play_it_says_so(client, olga, bots):
    event = begin(olga, bots[:2], LEAGUE, stage("cup", Kind.SINGLE, Feed("league", 1)))
    play_all(event)
    page = client.get("/events/open/stages/cup/").text
    assert "The stage was not played" in page
    assert "b0" in page
    assert client.get("/events/open/stages/cup/table.csv").status_code == 200


def test_a_stage_whose_game_has_left_the_site_keeps_its_places(client, olga, bots):
    event = begin(olga, bots[:3], LEAGUE, stage("cup", Kind.SINGLE, Feed("league", 2)))
    play_all(event)
    row = event.stages.get(key="league").encounters.earliest("pk")
    order = list(OURS)
    with patch.dict(OURS):  # unlike monkeypatch, it restores the order as well
        del OURS["snake"]
        tails = ["", "stages/league/", "stages/cup/", "matches/", "standings/", "matches.csv"]
        tails += ["stages/league/table.csv", f"stages/league/encounters/{row.pk}/", "final.csv"]
        for tail in tails:
            assert client.get(f"/events/open/{tail}").status_code == 200, tail
        page = client.get(PAGE).text
    assert "This site no longer has the game" in page
    assert re.findall(r'class="name">(b\d)<', page) == ["b0", "b1", "b2"]
    assert list(OURS) == order


def test_a_disqualified_bot_is_last_in_the_table(client, olga, bots):
    event = begin(olga, bots[:3], LEAGUE)
    play_all(event)
    Disqualify(event.entries.get(bot=bots[0])).do(olga, "It phoned home")
    found = bodies(client.get(PAGE).text, "table-title")
    assert "b0 v1 disqualified" in found[-1]


# Matches and files -------------------------------------------------------------------------------


def test_matches_are_filtered_by_stage_bot_and_state(client, olga, bots):
    event = begin(olga, bots[:3], LEAGUE, stage("cup", Kind.SINGLE, Feed("league", 2)))
    play_all(event)

    def count(query):
        return len(rows(client.get(f"/events/open/matches/?{query}").text))

    assert (count(""), count("stage=league"), count("stage=cup")) == (8, 6, 2)
    assert (count("bot=b2"), count("bot=author-1/b1&stage=cup")) == (4, 2)
    assert "No match fits" in client.get("/events/open/matches/?state=failed").text
    assert count("stage=nothing") == 8


def test_the_list_of_matches_asks_as_much_of_many_as_of_few(
    client, olga, bots, django_assert_max_num_queries
):
    event = begin(olga, bots[:5], LEAGUE)
    play_all(event)
    with django_assert_max_num_queries(18):
        assert len(rows(client.get("/events/open/matches/").text)) == 20


def test_the_file_of_matches_has_every_game_and_whether_it_counts(client, olga, bots):
    event = begin(olga, bots[:2], LEAGUE)
    play_all(event)
    game = EncounterGame.objects.first()
    assert game is not None
    void(game.match, olga, "The map was wrong")
    advancing.move_all(event.pk)
    answer = client.get("/events/open/matches.csv")
    assert answer["Content-Type"].startswith("text/csv")
    assert 'filename="open-matches.csv"' in answer["Content-Disposition"]
    found = list(csv.DictReader(io.StringIO(answer.getvalue().decode())))
    assert [row["state"] for row in found] == ["void", "counted", "queued"]
    first = found[0]
    assert (first["stage"], first["group"], first["round"], first["game"]) == (
        "league",
        "A",
        "1",
        "1",
    )
    assert (first["seat_1_owner"], first["seat_1_bot"], first["seat_1_rank"]) == (
        "author-0",
        "b0",
        "1",
    )


def test_files_of_tables_say_who_goes_on_and_hold_no_formula(client, olga, bots):
    event = open_event(olga, LEAGUE, stage("cup", Kind.SINGLE, Feed("league", 1), Feed(None, 2)))
    for bot in bots[:3]:
        entering.enter(event, bot, bot.owner)
    plan = event.planned
    changed = plan.stage("cup")
    acts.change(
        event,
        olga,
        acts.Draft(name="Open", plan=plan.with_stage(replace(changed, name="=cup()"))),
    )
    acts.start(event, olga)
    play_all(event)
    text = client.get(f"{PAGE}table.csv").getvalue().decode()
    first = next(csv.DictReader(io.StringIO(text)))
    assert first["goes_on_to"] == "'=cup()"
    assert (first["place"], first["owner"], first["bot"], first["seed"]) == (
        "1",
        "author-0",
        "b0",
        "1",
    )
    assert set(first) >= {"points", "won", "tie_head_to_head", "tie_buchholz", "tie_seed"}
    text = client.get("/events/open/final.csv").getvalue().decode()
    last = list(csv.DictReader(io.StringIO(text)))
    assert [row["bot"] for row in last] == ["b0", "b1", "b2"]
    assert {row["final"] for row in last} == {"'=cup()"}


def test_the_final_file_of_an_event_is_found_by_the_address_of_standings(client, olga, bots):
    event = begin(olga, bots[:2], LEAGUE)
    play_all(event)
    one, two = (client.get(f"/events/open/{n}.csv").getvalue() for n in ("final", "standings"))
    assert one == two != b""
