"""The pages of maps: list, map, editor as a form, and choosing one for a match."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bots.services import create_bot
from bots.tests.steps import ready, version_of
from games.registry import OURS
from ladder.tests.play import finish
from maps import services
from maps.models import Map
from maps.tests.meadow import FIELD, MEADOW
from maps.tests.steps import add_meadow, make_map
from matches.services import create_match

pytestmark = pytest.mark.django_db
MAPS = "/games/meadow/maps/"
NEW = f"{MAPS}new/"
OTHER = FIELD.replace("#", "h")


@pytest.fixture(autouse=True)
def meadow(monkeypatch, settings):
    return add_meadow(monkeypatch, settings)


@pytest.fixture
def field(alice, team):
    return make_map(alice, title="A field", team=team)


@pytest.fixture
def pair(alice, charlie):
    """A bot of alice's and one of charlie's, which play."""
    bots = [create_bot(alice, "meadow", "lamb"), create_bot(charlie, "meadow", "wolf")]
    return [ready(version_of(bot)) for bot in bots]


def listed(client, **query) -> list[str]:
    return [found.name for found in client.get(MAPS, query).context["page"]]


def form(**changes):
    return {"name": "mine", "title": "", "summary": "", "team": "", "text": FIELD} | changes


def test_a_game_with_maps_has_a_tab_for_them_and_others_have_none(client, monkeypatch):
    assert f'href="{MAPS}"' in client.get("/games/meadow/").text
    monkeypatch.setattr(type(MEADOW), "maps", None)
    assert MAPS not in client.get("/games/meadow/").text
    for page in (MAPS, NEW, f"{MAPS}1/"):
        assert client.get(page).status_code in (302, 404)
    assert client.get(MAPS).status_code == 404


def test_a_list_is_of_what_one_may_see_and_can_be_narrowed(client, alice, bob, charlie, field):
    services.install_stock()
    make_map(charlie, "open", OTHER, public=True)
    make_map(charlie, "hidden")
    services.archive(make_map(alice, "old"), alice)
    assert set(listed(client)) == {"open", "crossing", "ring"}
    client.force_login(bob)
    assert set(listed(client)) == {"field", "open", "crossing", "ring"}
    assert listed(client, whose="mine") == ["field"]
    assert listed(client, whose="public") == ["open"]
    assert set(listed(client, whose="stock")) == {"crossing", "ring"}
    assert set(listed(client, ruleset="trio")) == {"open", "ring"}
    assert listed(client, q="charl") == ["open"]
    assert listed(client, whose="nonsense", q="ring") == ["ring"]
    client.force_login(alice)
    assert listed(client, whose="archive") == ["old"]


def test_empty_lists_say_what_will_be_there(client, alice):
    assert "Make the first one" in client.get(MAPS).text
    client.force_login(alice)
    assert "Your maps and those of your teams will be here" in client.get(f"{MAPS}?whose=mine").text
    assert "No map fits these filters" in client.get(f"{MAPS}?q=zzz").text


def test_a_long_list_has_pages_and_takes_no_more_queries(client, alice):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            client.get(MAPS)
        return len(captured)

    make_map(alice, "m", public=True)
    few = queries()
    board = Map.objects.get()
    Map.objects.bulk_create(
        Map(game="meadow", owner=alice, name=f"m{n}", public=True, board=board.board, digest="0")
        for n in range(40)
    )
    assert queries() == few
    assert len(listed(client)) == 24
    assert len(listed(client, page=2)) == 17


def test_a_list_loads_no_boards(client, alice):
    make_map(alice, public=True)
    with CaptureQueriesContext(connection) as captured:
        client.get(MAPS)
    assert not any('"maps_map"."board"' in query["sql"] for query in captured)


def test_a_map_tells_what_it_is_and_who_played_on_it(client, alice, field, pair):
    services.publish(field, alice)
    match = create_match("meadow", "duel", "friendly", pair, board=field)
    finish(match, (1, 2))
    elsewhere = create_match("meadow", "duel", "friendly", pair)
    page = client.get(field.get_absolute_url()).text
    for words in ("A field", "by ", "5 × 5", "no ladder", "does not fit", "download"):
        assert words in page
    assert match.get_absolute_url() in page
    assert elsewhere.get_absolute_url() not in page
    assert re.search(r'scope="row">1</th>.*?>100 %<', page, re.DOTALL)


def test_the_balance_is_of_the_map_as_it_is_now(client, alice, field, pair):
    finish(create_match("meadow", "duel", "friendly", pair, board=field), (1, 2))
    services.edit_map(field, alice, services.Draft("field", OTHER, team=field.team))
    client.force_login(alice)
    answer = client.get(field.get_absolute_url())
    assert list(answer.context["balance"]) == []
    assert len(answer.context["page"]) == 1


def test_a_match_leads_to_its_map_unless_that_is_hidden(client, alice, charlie, field, pair):
    match = create_match("meadow", "duel", "friendly", pair, board=field)
    for who, seen in ((alice, True), (charlie, False)):
        client.force_login(who)
        page = client.get(match.get_absolute_url())
        assert page.status_code == 200
        assert (field.get_absolute_url() in page.text) is seen


def test_a_hidden_map_is_found_by_those_who_manage_it_alone(client, alice, bob, charlie, field):
    inner = ["", "board.json", "text/", "edit/"]
    for who, status in ((None, 404), (charlie, 404), (bob, 200), (alice, 200)):
        client.logout() if who is None else client.force_login(who)
        for part in inner:
            answer = client.get(f"{MAPS}{field.pk}/{part}")
            assert answer.status_code == (302 if part == "edit/" and who is None else status)


def test_a_public_map_is_edited_by_no_others(client, charlie, alice):
    found = make_map(alice, public=True)
    client.force_login(charlie)
    assert client.get(f"{MAPS}{found.pk}/edit/").status_code == 404
    assert client.post(f"{MAPS}{found.pk}/edit/", form()).status_code == 404
    assert "Edit" not in re.findall(
        r'class="button[^>]*>([^<]*)<', client.get(f"{MAPS}{found.pk}/").text
    )


def test_a_boards_address_may_be_kept_while_the_board_stays(client, alice):
    found = make_map(alice, public=True)
    answer = client.get(f"{MAPS}{found.pk}/board.json?v={found.version}")
    assert answer.json() == found.board
    assert answer["Cache-Control"] == "public, max-age=86400"
    assert client.get(f"{MAPS}{found.pk}/board.json?v=old")["Cache-Control"] == "public, no-cache"


def test_a_text_is_downloaded_as_it_is_read(client, alice):
    found = make_map(alice, public=True)
    answer = client.get(f"{MAPS}{found.pk}/text/")
    assert answer.text == FIELD
    assert answer["Content-Disposition"] == 'attachment; filename="field.txt"'


def test_a_new_map_is_made_by_the_plain_form(client, alice, team):
    client.force_login(alice)
    page = client.get(NEW)
    assert MEADOW.maps.parse(page.context["form"]["text"].value()), "it begins with a map"
    answer = client.post(NEW, form(team=team.pk, public="on", title="Mine", summary="With a rock"))
    made = Map.objects.get()
    assert answer["Location"] == made.get_absolute_url()
    assert (made.team, made.public, made.title, made.summary) == (team, True, "Mine", "With a rock")


def test_a_file_serves_as_text(client, alice):
    from django.core.files.uploadedfile import SimpleUploadedFile

    client.force_login(alice)
    file = SimpleUploadedFile("map.txt", OTHER.encode())
    client.post(NEW, form(text="", file=file))
    assert MEADOW.maps.write(Map.objects.get().board) == OTHER


@pytest.mark.parametrize(
    ("changes", "field", "objection"),
    [
        ({"name": "two words"}, "name", "beginning with a letter"),
        ({"name": ""}, "name", "required"),
        ({"text": ""}, "text", "Write or paste the map"),
        ({"text": FIELD.replace("#", "?")}, "text", "row 3, column 3: “?” is nothing"),
        ({"text": "x" * 500_000}, "text", "at most 400000 bytes"),
        ({"summary": "x" * 501}, "summary", "at most 500"),
    ],
)
def test_a_refused_map_says_why_and_keeps_what_was_typed(client, alice, changes, field, objection):
    client.force_login(alice)
    answer = client.post(NEW, form(title="Kept title") | changes)
    assert answer.status_code == 422
    assert objection in " ".join(answer.context["form"].errors[field])
    assert 'value="Kept title"' in answer.text
    for value in changes.values():
        assert not value or value in answer.text
    assert not Map.objects.exists()


def test_the_editors_script_gets_objections_and_places_as_json(client, alice):
    client.force_login(alice)
    bad = form(text=FIELD.replace("#", "?"))
    answer = client.post(NEW, bad, headers={"Accept": "application/json"})
    assert answer.status_code == 422
    body = answer.json()
    assert body["problems"][0]["column"] == 3
    assert list(body["errors"]) == ["text"]
    good = client.post(NEW, form(), headers={"Accept": "application/json"})
    assert (good.status_code, good.json()["location"]) == (
        201,
        Map.objects.get().get_absolute_url(),
    )


def test_a_map_is_generated_without_judging_the_rest(client, alice):
    client.force_login(alice)
    options = {"g-width": 6, "g-height": 7, "g-rocks": 0, "g-homes": 2, "g-seed": 3}
    answer = client.post(NEW, form(name="two words", generate="1") | options)
    assert answer.status_code == 200
    board = MEADOW.maps.generate({"width": 6, "height": 7, "rocks": 0, "homes": 2}, 3)
    assert answer.context["form"]["text"].value() == MEADOW.maps.write(board)
    assert 'value="two words"' in answer.text
    wrong = client.post(NEW, form(generate="1") | options | {"g-width": 300})
    assert wrong.status_code == 422
    assert wrong.context["form"]["text"].value() == FIELD


def test_a_copy_begins_with_the_origin_and_a_free_name(client, alice, charlie):
    origin = make_map(alice, public=True, title="A field")
    client.force_login(charlie)
    make_map(charlie, "field", OTHER)
    page = client.get(f"{NEW}?copy={origin.pk}").context["form"]
    assert (page["name"].value(), page["text"].value()) == ("field-2", FIELD)
    client.post(NEW, form(name="field-2", parent=origin.pk))
    made = Map.objects.get(name="field-2")
    assert made.parent == origin
    assert origin.get_absolute_url() in client.get(made.get_absolute_url()).text
    assert client.get(f"{NEW}?copy={make_map(alice, 'hidden').pk}").status_code == 404


def test_a_change_is_saved_by_the_team_and_the_team_stays(client, bob, field):
    client.force_login(bob)
    page = client.get(f"{MAPS}{field.pk}/edit/")
    assert "team" not in page.context["form"].fields
    sent = form(name="field", text=OTHER, revision=1, title="Better")
    assert client.post(f"{MAPS}{field.pk}/edit/", sent).status_code == 302
    field.refresh_from_db()
    assert (field.revision, field.title, field.team.name) == (2, "Better", "wonderland")


def test_a_late_change_is_told_and_can_be_sent_once_more(client, alice, field):
    client.force_login(alice)
    services.edit_map(field, alice, services.Draft("field", OTHER, team=field.team))
    sent = form(name="field", text=FIELD.replace("#", "t3"), revision=1)
    answer = client.post(f"{MAPS}{field.pk}/edit/", sent)
    assert answer.status_code == 422
    assert "at revision 2 now" in answer.text
    assert 'name="revision" value="2"' in answer.text
    assert client.post(f"{MAPS}{field.pk}/edit/", sent | {"revision": 2}).status_code == 302


def test_archive_publish_and_back(client, alice, charlie, field):
    client.force_login(alice)
    path = field.get_absolute_url()
    client.post(f"{path}publish/", {"public": "1"})
    client.post(f"{path}archive/")
    field.refresh_from_db()
    assert (field.public, bool(field.archived)) == (True, True)
    assert "Bring it back" in client.get(path).text
    client.force_login(charlie)
    assert client.get(path).status_code == 404
    client.force_login(alice)
    client.post(f"{path}unarchive/")
    client.post(f"{path}publish/", {"public": "0"})
    field.refresh_from_db()
    assert (field.public, field.archived) == (False, None)


def test_others_archive_nothing(client, alice, charlie):
    found = make_map(alice, public=True)
    client.force_login(charlie)
    for act in ("archive/", "publish/", "unarchive/"):
        client.post(f"{found.get_absolute_url()}{act}", {"public": "0"})
    found.refresh_from_db()
    assert (found.public, found.archived) == (True, None)


def test_organizers_put_maps_into_pools_and_take_them_out(client, alice, charlie, olga):
    found = make_map(alice, public=True)
    path = found.get_absolute_url()
    client.force_login(charlie)
    client.post(f"{path}pool/", {"ruleset": "duel", "in": "1"})
    assert not found.pools.exists()
    client.force_login(olga)
    assert "Into the pool of Duel" in client.get(path).text
    client.post(f"{path}pool/", {"ruleset": "duel", "in": "1"})
    assert [ruleset.name for ruleset in client.get(path).context["pools"]] == ["duel"]
    client.post(f"{path}pool/", {"ruleset": "duel"})
    assert not found.pools.exists()
    assert "cannot be played on it" in client.post(
        f"{path}pool/", {"ruleset": "trio", "in": "1"}, follow=True
    ).text  # fmt: skip


def test_a_new_site_has_the_stock_maps(monkeypatch):
    monkeypatch.setattr("installs.welcome.ensure_house_bot", lambda *_: None)
    out = StringIO()
    call_command("demo", stdout=out)
    assert "Meadow: map ring" in out.getvalue()
    assert Map.objects.filter(owner=None, game="meadow").count() == 2


def test_maps_of_a_game_that_left_are_not_shown_and_break_nothing(
    client, olga, alice, pair, monkeypatch
):
    found = make_map(alice, public=True)
    match = create_match("meadow", "duel", "friendly", pair, board=found)
    monkeypatch.delitem(OURS, "meadow")
    client.force_login(olga)
    assert client.get(MAPS).status_code == 404
    assert client.get(found.get_absolute_url()).status_code == 404
    for page in (
        match.get_absolute_url(),
        "/matches/",
        f"/api/v1/maps/{found.pk}/",
        "/api/v1/maps/",
    ):
        assert client.get(page).status_code == 200, page
