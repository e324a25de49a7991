"""Long stages: pages of a table and of a round, parts of a bracket, a search, one's own bots."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from urllib.parse import urljoin

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from ladder.core.contest.plan import Kind, Reveal
from ladder.events.entrants import dropping
from ladder.events.reading.stages import pairings, rows, tables
from ladder.events.tests.conftest import bots as bots
from ladder.events.tests.conftest import eight as eight
from ladder.events.tests.steps import begin, play_all, stage, waiting
from matches.models import Match
from pages.events import entries, views, windows
from pages.events.tests.test_stages import bodies, part

pytestmark = pytest.mark.django_db
SWISS, CUP = "/events/open/stages/swiss/", "/events/open/stages/cup/"
ONE_GAME = {"options": {"games": 1}}


@pytest.fixture
def short_pages(monkeypatch):
    """Pages of three lines, and parts of brackets of two encounters."""
    monkeypatch.setattr(windows, "PER_PAGE", 3)
    monkeypatch.setattr(windows, "PAIRS", 3)
    monkeypatch.setattr(windows, "BOXES", 2)
    monkeypatch.setattr(windows, "MOST_WHOLE", 2)


def names(page: str) -> list[str]:
    return re.findall(r'class="name">(b\d)<', part(page, "table-title"))


def encounters_of(page: str) -> list[str]:
    return [row.split(" author")[0] for row in bodies(page, "round-title")]


@pytest.fixture
def swiss(olga, bots, short_pages):
    """A Swiss of eight, after its first round."""
    return begin(olga, bots, stage("swiss", Kind.SWISS, **ONE_GAME))


def test_a_long_table_and_its_round_have_pages(client, swiss):
    play_all(swiss, most=4)
    first, last = client.get(SWISS).text, client.get(f"{SWISS}?page=3&pairs=2&round=1").text
    assert (names(first), names(last)) == (["b0", "b1", "b2"], ["b6", "b7"])
    assert 'href="?page=2#table-title"' in first
    assert "stage-beside" in first
    assert 'href="?round=1&amp;page=3&amp;pairs=1#round-title"' in last
    assert encounters_of(last) == ["Round 1, match 4"]
    # A page that is too far is the last one; what is no number has no page.
    assert names(client.get(f"{SWISS}?page=99").text) == ["b6", "b7"]
    for wrong in ("page=x", "page=0", "pairs=-1", "part=²"):
        assert client.get(f"{SWISS}?{wrong}").status_code == 404
    # Files have every line.
    assert client.get(f"{SWISS}table.csv").getvalue().count(b"\n") == 9


def test_a_search_finds_bots_and_their_encounters_of_all_rounds(client, swiss):
    play_all(swiss, most=8)
    page = client.get(SWISS, {"q": " AUTHOR-0/ "}).text
    assert names(page) == ["b0"]
    assert [row.split(",")[0] for row in encounters_of(page)] == ["Round 1", "Round 2", "Round 3"]
    assert 'value="AUTHOR-0/"' in page
    nothing = client.get(SWISS, {"q": "<b>nobody"}).text
    assert "“&lt;b&gt;nobody”" in nothing
    assert names(nothing) == []


def test_a_search_names_the_other_groups(client, olga, bots, short_pages):
    league = stage("league", Kind.ROUND_ROBIN, options={"groups": 2, "games": 1})
    begin(olga, bots, league)
    page = client.get("/events/open/stages/league/", {"q": "b1"}).text
    assert "No bot of this group matches" in page
    assert re.search(r'is also found in\s+<a href="\?group=2&amp;q=b1">Group B</a>', page)


def test_a_persons_bots_are_named_with_their_page(client, swiss):
    client.force_login(User.objects.get(username="author-7"))
    page = client.get(SWISS).text
    own = part(page, "own-title")
    assert re.search(r'href="\?page=3#entry-\d+">place 8<', own)
    assert 'href="?q=author-7%2Fb7"' in own
    client.logout()
    assert "own-title" not in client.get(SWISS).text


def test_only_the_lines_and_encounters_of_a_page_are_made(client, swiss, monkeypatch):
    made: list[str] = []

    def noted(kind, *given, **named):
        made.append(kind.__name__)
        return kind(*given, **named)

    for module, kind in ((tables, rows.TableRow), (pairings, pairings.Pairing)):
        monkeypatch.setattr(module, kind.__name__, partial(noted, kind))
    client.get(f"{SWISS}?page=2&pairs=2")
    assert made == ["TableRow", "TableRow", "TableRow", "Pairing"]


def test_a_short_stage_has_no_search_and_no_pages(client, olga, bots):
    begin(olga, bots, stage("swiss", Kind.SWISS, **ONE_GAME))
    page = client.get(SWISS, {"q": "b1"}).text
    assert len(names(page)) == 8
    assert "stage-find" not in page
    assert "stage-beside" not in page
    assert "pagination" not in page


# Brackets ----------------------------------------------------------------------------------------


def test_a_large_bracket_is_shown_in_parts(client, olga, bots, short_pages):
    event = begin(olga, bots, stage("cup", Kind.SINGLE, **ONE_GAME))
    page = client.get(CUP).text
    parts = re.findall(r'<option value="(\d)"( selected)?>(Bracket, [^<]+)<', page)
    assert parts == [
        ("1", " selected", "Bracket, part 1 of 2"),
        ("2", "", "Bracket, part 2 of 2"),
        ("3", "", "Bracket, later rounds"),
    ]
    assert page.count('class="bracket-box') == 3
    other = client.get(f"{CUP}?part=2").text
    shown = re.findall(r"((?:Quarter|Semi)-final \d)(?:</a>)?\s+</p>", other)
    assert shown == ["Quarter-final 3", "Quarter-final 4", "Semi-final 2"]
    play_all(event)
    assert "Bracket, later rounds</h3>" in client.get(CUP).text
    assert "Bracket, later rounds</h3>" in client.get(f"{CUP}?part=77").text


def test_the_way_of_a_bot_through_a_bracket(client, olga, bots, short_pages):
    play_all(begin(olga, bots, stage("cup", Kind.SINGLE, **ONE_GAME)))
    page = client.get(CUP, {"q": "author-1/b1"}).text
    assert "bracket-box" not in page
    assert encounters_of(page) == ["Quarter-final 3", "Semi-final 2", "Final"]


def test_a_long_hill_shows_its_newest_encounters_first(
    client, olga, bots, short_pages, monkeypatch
):
    monkeypatch.setattr(windows, "MOST_OFFERED", 3)
    hill = stage("hill", Kind.HILL, options={"games": 1, "rounds": 6})
    play_all(begin(olga, bots[:4], hill), most=4)
    page = client.get("/events/open/stages/hill/").text
    assert "Encounters, newest first" in page
    assert encounters_of(page) == ["Challenge 5", "Challenge 4", "Challenge 3"]
    assert '<select id="after"' not in page
    assert re.search(r'<input id="after" name="after" type="number" min="1" max="5"', page)


# Other parts -------------------------------------------------------------------------------------


def test_participants_of_hidden_results_have_pages(client, olga, bots, short_pages):
    begin(olga, bots, stage("swiss", Kind.SWISS, reveal=Reveal.HIDDEN, **ONE_GAME))
    page = client.get(f"{SWISS}?page=3").text
    assert re.findall(r'class="name">(b\d)<', part(page, "players")) == ["b6", "b7"]
    assert 'href="?page=1#players"' in page


def test_final_standings_have_pages(client, olga, bots, monkeypatch):
    monkeypatch.setattr(views, "LINES_PER_PAGE", 3)
    play_all(begin(olga, bots, stage("cup", Kind.SINGLE, **ONE_GAME)))
    page = client.get("/events/open/standings/?page=3").text
    assert re.findall(r'class="name">(b\d)<', page) == ["b6", "b7"]
    assert client.get("/events/open/final.csv").getvalue().count(b"\n") == 9


def test_a_search_in_a_long_list_of_entries(client, swiss, monkeypatch):
    monkeypatch.setattr(entries, "PER_PAGE", 3)
    page = client.get("/events/open/entries/", {"q": "R-6/B"}).text
    assert re.findall(r'class="name">(b\d)<', page) == ["b6"]
    assert "No bot matches “x”." in client.get("/events/open/entries/", {"q": "x"}).text


def test_a_part_that_nothing_changed_is_not_made_again(
    client, swiss, django_assert_max_num_queries
):
    def poll(page: str) -> str:
        found = re.search(r'hx-get="(/events/open/stages/swiss/state/[^"]+)"', page)
        assert found is not None
        return found[1].replace("&amp;", "&")

    page = client.get(f"{SWISS}?page=2").text
    with django_assert_max_num_queries(8):
        assert client.get(poll(page)).status_code == 204
    match = waiting(swiss)[0]
    Match.objects.filter(pk=match.pk).update(state=Match.State.RUNNING)
    running = client.get(poll(page))
    assert running.status_code == 200
    assert ">live<" in running.text
    # A bot that leaves is a change.
    address = poll(running.text)
    assert client.get(address).status_code == 204
    entry = swiss.entries.get(bot__name="b7")
    dropping.leave(entry, entry.bot.owner, "ill")
    assert client.get(address).status_code == 200


def test_the_version_differs_by_what_a_viewer_may_see(client, swiss, olga):
    state = f"{SWISS}state/"
    address = re.search(rf'hx-get="({state}[^"]+)"', client.get(SWISS).text)
    assert address is not None
    assert client.get(address[1]).status_code == 204
    client.force_login(olga)
    swiss.stages.update(trouble="no worker")
    assert "no worker" in client.get(address[1]).text


@pytest.mark.parametrize(
    "path",
    [
        "stages/swiss/",
        "stages/swiss/table.csv",
        "results.json",
        "print/",
        "projector/state/",
        "/api/v1/events/open/stages/swiss/",
    ],
)
def test_nothing_is_read_for_each_line(client, olga, bots, path):
    """Tables have few columns of their entries: none that a reader lacks is read one by one."""
    play_all(begin(olga, bots, stage("swiss", Kind.SWISS, **ONE_GAME)), most=6)
    with CaptureQueriesContext(connection) as sent:
        assert client.get(urljoin("/events/open/", path)).status_code == 200
    shapes = Counter(re.sub(r"\d+", "N", query["sql"]) for query in sent)
    assert max(shapes.values()) <= 3, shapes.most_common(1)
