"""The pages of statistics: public parts, what managers alone see, and the files of each table."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.test import Client

from games.engine import EndState
from ladder.comparisons.tests.steps import begin, win
from ladder.statistics.tests.conftest import meet as meet
from matches.models import Match, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kept_bots")]

PAGE = "/bots/alice/ant/statistics/"
AGAINST = "/bots/alice/ant/against/charlie/bee/"


@pytest.fixture
def played(meet):
    """Six matches: against bee won, lost with a timeout, drawn; against cat won twice; a triple."""
    ends = [EndState.TIMEOUT, EndState.OK]
    return [
        meet(["ant", "bee"], [1, 2]),
        meet(["ant", "bee"], [2, 1], ends=ends),
        meet(["bee", "ant"], [1, 1]),
        meet(["ant", "cat"], [1, 2]),
        meet(["cat", "ant"], [2, 1], kind="friendly"),
        meet(["ant", "bee", "cat"], [2, 1, 3], ruleset="three"),
    ]


def client_of(user=None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def rows(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, path
    assert answer["Content-Type"].startswith("text/csv")
    return list(csv.DictReader(io.StringIO(answer.getvalue().decode())))


def test_anybody_sees_the_scores_with_their_intervals(played):
    page = client_of().get(PAGE)
    text = page.content.decode()
    assert page.status_code == 200
    assert f'href="{AGAINST}"' in text
    for words in ("By opponent", "By map", "By seat", "By version", "Versions against opponents"):
        assert words in text
    assert page.context["overall"].results == 6
    assert "(95 % certainty)" in text
    assert heads_of(text) == ["Drawn", "Middle places", "Middle places", "Middle places"]


def heads_of(text: str) -> list[str]:
    """The heads of the columns of results that are neither won nor lost."""
    parts = text.split('id="t-')[1:]
    return [re.findall(r"<th\b[^>]*>([^<]+)</th>", part)[3] for part in parts]


def test_results_of_two_sides_are_drawn(meet):
    meet(["ant", "bee"], [1, 1])
    assert heads_of(client_of().get(PAGE).content.decode()) == ["Drawn"] * 4


def test_time_and_failures_are_for_managers_and_organizers(played, alice, bob, charlie, olga):
    for user, sees in ((None, 0), (alice, 1), (bob, 1), (charlie, 0), (olga, 1)):
        client = client_of(user)
        text = client.get(PAGE).content.decode()
        assert ('id="times"' in text) == ('id="failures"' in text) == bool(sees)
        for table in ("times", "failures"):
            status = client.get(f"{PAGE}{table}.csv").status_code
            assert status == (200 if sees else 404)
    own = client_of(alice)
    (failure,) = rows(own, f"{PAGE}failures.csv")
    assert (failure["kind"], failure["ended"], failure["newest"]) == (
        *("timeout", "1"),
        str(played[1].pk),
    )
    assert [row["matches"] for row in rows(own, f"{PAGE}times.csv")] == ["5", "1"]


def test_every_public_table_comes_as_a_file_of_the_same_matches(played):
    client = client_of()
    opponents = rows(client, f"{PAGE}opponents.csv?ruleset=two")
    assert {(r["owner"], r["opponent"]): (r["results"], r["won"]) for r in opponents} == {
        ("charlie", "bee"): ("3", "1"),
        ("olga", "cat"): ("2", "2"),
    }
    assert float(opponents[0]["low"]) < float(opponents[0]["score"]) < float(opponents[0]["high"])
    for table in ("maps", "seats", "versions", "matrix"):
        assert rows(client, f"{PAGE}{table}.csv")
    assert client.get(f"{PAGE}none.csv").status_code == 404


def test_the_address_chooses_the_matches_and_nonsense_chooses_nothing(played):
    def results(query):
        return client_of().get(f"{PAGE}?{query}").context["overall"].results

    assert results("kind=friendly") == 1
    assert results("ruleset=three") == 1
    assert results("version=1") == 6
    assert results("version=x&ruleset=none&season=-1&kind=trial&matrix=none&top=999") == 6


def test_the_matrix_of_the_ladder_is_in_the_address(played):
    page = client_of().get(f"{PAGE}?matrix=ladder&top=4").content.decode()
    assert "First bots of the ladder" in page
    assert rows(client_of(), f"{PAGE}matrix.csv?matrix=ladder") == []


def test_comparisons_leave_no_trace_in_them(played, alice, bots):
    win(begin(alice, bots["ant"].versions.get(number=2), bots["bee"].active_version))
    for path in (PAGE, AGAINST, "/bots/charlie/bee/statistics/"):
        for client in (client_of(), client_of(alice)):
            page = client.get(path).content.decode()
            for match in Match.objects.filter(kind="trial"):
                assert f"/matches/{match.pk}/" not in page
    assert client_of(alice).get(PAGE).context["overall"].results == 6


def test_head_to_head_lists_the_matches_newest_first(played):
    page = client_of().get(AGAINST)
    listed = [match.pk for _, match in page.context["rows"]]
    assert listed == [played[n].pk for n in (5, 2, 1, 0)]
    share = page.context["meeting"].share
    assert (share.wins, share.draws, share.losses) == (1, 1, 2)
    turned = client_of().get("/bots/charlie/bee/against/alice/ant/").context["meeting"].share
    assert (turned.wins, turned.draws, turned.losses) == (2, 1, 1)


def test_head_to_head_is_narrowed_by_seat_and_version(played):
    def listed(query):
        return [match.pk for _, match in client_of().get(f"{AGAINST}?{query}").context["rows"]]

    assert listed("seat=2") == [played[2].pk]
    assert len(listed("version=1&other=1")) == 4
    assert len(listed("seat=9&version=x")) == 4
    assert len(rows(client_of(), f"{AGAINST}matches.csv?seat=1")) == 3
    for table in ("maps", "seats", "versions"):
        assert rows(client_of(), f"{AGAINST}{table}.csv")


def test_head_to_head_has_pages(played, meet):
    for _ in range(30):
        meet(["ant", "bee"], [1, 2])
    page = client_of().get(f"{AGAINST}?page=2").context["page"]
    assert (page.paginator.count, len(page.object_list)) == (34, 4)


def test_there_is_none_with_itself_or_with_a_bot_of_another_game(bots, alice):
    assert client_of().get("/bots/alice/ant/against/alice/ant/").status_code == 404
    type(bots["cat"]).objects.filter(pk=bots["cat"].pk).update(game="snake")
    assert client_of().get("/bots/alice/ant/against/olga/cat/").status_code == 404
    assert client_of().get(AGAINST.replace("bee", "none")).status_code == 404


def test_before_the_first_match_it_says_what_will_be_there(bots):
    text = client_of().get(PAGE).content.decode()
    assert "Scores will be here after the first matches." in text
    assert "Matches of these two will be here" in client_of().get(AGAINST).content.decode()


def test_a_private_map_is_not_named(played, charlie, alice):
    from maps.models import Map

    private = Map.objects.create(
        game="stakes", name="secret", title="Secret", owner=charlie, board={}, public=False
    )
    Match.objects.filter(pk=played[0].pk).update(map_used=private)
    assert "Secret" in client_of(charlie).get(PAGE).content.decode()
    for user in (None, alice):
        assert "Secret" not in client_of(user).get(PAGE).content.decode()
        assert "Secret" not in client_of(user).get(AGAINST).content.decode()


def test_the_bots_page_leads_there(bots, alice):
    text = client_of().get("/bots/alice/ant/").content.decode()
    assert f'href="{PAGE}"' in text
    assert "comparisons/" not in text
    assert (
        "/bots/alice/ant/comparisons/" in client_of(alice).get("/bots/alice/ant/").content.decode()
    )


def test_a_fault_that_ended_nothing_is_counted_apart(played, alice):
    fault = {"game": 0, "turn": 1, "kind": "illegal", "detail": "", "excess": None}
    Seat.objects.filter(match=played[3], number=0).update(faults=[fault])
    found = {row["kind"]: row for row in rows(client_of(alice), f"{PAGE}failures.csv")}
    assert (found["illegal"]["ended"], found["illegal"]["went_on"]) == ("0", "1")
