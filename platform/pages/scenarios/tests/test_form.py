"""Scenarios at the desk: the form, previews, dates, and the end of one."""

from __future__ import annotations

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games.tests.orchard import FIELD, GAME
from maps.services import Draft as MapDraft
from maps.services import edit_map
from matches.models import Match
from pages.scenarios.tests.steps import NEW, typed, words
from rulesets import services
from rulesets.models import Scenario
from rulesets.tests.steps import DATA

pytestmark = pytest.mark.django_db
TOKYO = ZoneInfo("Asia/Tokyo")


# Making one --------------------------------------------------------------------------------------


def test_the_form_is_made_of_what_the_game_says(client, field):
    page = client.get(NEW).text
    assert "Trees, gates and fairs." in page
    for name in ("constants-turns", "constants-wind"):
        assert f'name="{name}"' in page
    assert 'placeholder="6"' in page
    assert re.findall(r'value="add:parts:(\w+)"', page) == ["gate", "fair"]
    assert f'<option value="{field.pk}"' in page
    assert re.findall(r'<option value="(duel|trio|eight)"', page) == ["duel", "trio"]


def test_what_was_typed_becomes_a_draft(client, field, olga):
    answer = client.post(NEW, typed(field), follow=True)
    made = Scenario.objects.get()
    assert answer.redirect_chain == [(f"/desk/scenarios/{made.pk}/", 302)]
    assert made.data == DATA
    assert (made.title, made.base, made.created_by) == ("Summer fair", "duel", olga)
    assert "Summer fair is saved." in answer.text
    assert "Turns: 2 instead of 6." in answer.text
    assert "A gate." in answer.text


def test_lines_as_usual_are_not_kept_and_others_are_without_blank_ones(client, field):
    page = client.get(NEW).text
    assert re.search(r'<textarea name="sheets-song"[^>]*>\s*do re\nmi</textarea>', page)
    client.post(NEW, typed(field, **{"sheets-song": "do re\r\nmi\r\n"}))
    assert "sheets" not in Scenario.objects.get().data
    client.post(NEW, typed(field, name="spring", **{"sheets-song": " fa\r\n\r\nsol "}))
    made = Scenario.objects.get(name="spring")
    assert made.data["sheets"] == {"song": ["fa", "sol"]}
    again = client.get(f"/desk/scenarios/{made.pk}/").text
    assert re.search(r">\s*fa\nsol</textarea>", again)


def test_what_is_wrong_with_lines_stands_beside_them(client, field):
    page = client.post(NEW, typed(field, **{"sheets-song": "noise"}), follow=True)
    assert page.redirect_chain
    beside = r'id="id_sheets-song_error">that is no song<'
    assert re.search(beside, page.text)


def test_a_part_has_fields_of_every_sort(client, field):
    fair = {
        "parts-2-kind": "fair",
        "parts-2-price": "4",
        "parts-2-day": "june",
        "parts-2-at": "Old tree",
        "parts-2-sold": "red green",
        "parts-2-song": "do re mi",
    }
    client.post(NEW, typed(field, **fair))
    made = Scenario.objects.get()
    assert made.data["parts"] == [
        {
            "kind": "fair",
            "price": 4,
            "day": "june",
            "at": "Old tree",
            "sold": ["red", "green"],
            "song": "do re mi",
        },
        {"kind": "gate", "tag": "gate"},
    ]
    page = client.get(made.get_absolute_url()).text
    assert 'name="parts-0-sold" value="red green"' in page
    assert '<option value="june" selected>' in page


def test_a_constant_as_usual_is_not_kept(client, field):
    client.post(NEW, typed(field, **{"constants-turns": "6", "constants-wind": "1"}))
    assert Scenario.objects.get().data["constants"] == {"wind": 1}


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"title": ""}, "This field is required"),
        ({"name": "Summer!"}, "lowercase letters, digits and hyphens"),
        ({"map": "99999"}, "Select a valid choice"),
        ({"base": "eight"}, "Select a valid choice"),
        ({"constants-turns": "7"}, "less than or equal to 6"),
        ({"points-0-row": "north"}, "Enter a whole number"),
        ({"points-0-tags": "Ä"}, "“Ä” is not a tag"),
        ({"parts-7-tag": "not one"}, "Use lowercase letters, digits and hyphens"),
    ],
)
def test_what_cannot_be_read_is_said_beside_its_field(client, field, changes, complaint):
    answer = client.post(NEW, typed(field, **changes))
    assert answer.status_code == 422
    assert complaint in words(answer.text)
    assert not Scenario.objects.exists()


def test_problems_stand_beside_what_they_are_about(client, field):
    wrong = {
        "points-0-row": "3",
        "points-0-column": "3",
        "parts-7-tag": "moon",
        "constants-wind": "9",
        "summary": "It is forbidden.",
        "change": "check",
    }
    page = client.post(NEW, typed(field, **wrong)).text
    point = page[page.index('data-point="points-0"') : page.index("</fieldset>")]
    assert "Old tree stands on a rock" in point
    part = page[page.index('class="scenario-row scenario-part"') :].split("</fieldset>")[0]
    assert "no point has the tag moon" in part
    wind = page[page.index('name="constants-wind"') :].split("</div></div>")[0]
    assert "that is a storm" in wind
    assert "it is forbidden" in page[page.index("form-errors") :]
    assert "cannot be played yet" in page
    assert not Scenario.objects.exists()


def test_a_draft_with_problems_is_kept_and_says_so(client, field):
    answer = client.post(NEW, typed(field, **{"parts-7-tag": "moon"}), follow=True)
    assert "saved as a draft, with one problem" in words(answer.text)
    assert "no point has the tag moon" in answer.text
    assert Scenario.objects.get().data["parts"] == [{"kind": "gate", "tag": "moon"}]


def rows(page: str) -> list[str]:
    return re.findall(r'name="((?:points|parts)-\d+)-(?:name|kind)"', page)


def test_lines_are_added_and_removed_without_scripts(client, field):
    page = client.post(NEW, typed(field, change="add:points")).text
    assert rows(page) == ["points-0", "points-1", "parts-7"]
    page = client.post(NEW, typed(field, change="add:parts:fair")).text
    assert rows(page) == ["points-0", "parts-7", "parts-8"]
    assert 'value="Old tree"' in page
    page = client.post(NEW, typed(field, change="remove:points-0")).text
    assert rows(page) == ["parts-7"]
    assert "no point has the tag gate" in page
    page = client.post(NEW, typed(field, change="remove:parts-7")).text
    assert rows(page) == ["points-0"]
    assert not Scenario.objects.exists()


def test_there_are_no_more_lines_than_the_game_allows(client, field):
    many = {f"points-{n}-name": f"Tree {n}" for n in range(50)}
    many |= {f"parts-{n}-kind": "gate" for n in range(50)}
    page = client.post(NEW, typed(field, **many, change="add:points")).text
    assert len(rows(page)) == GAME.scenarios.most_points + GAME.scenarios.most_parts
    page = client.post(NEW, typed(field, **{"parts-7-kind": "moon"}, change="add:moon")).text
    assert rows(page) == ["points-0"]


def test_a_copy_begins_with_all_but_the_name(client, summer):
    page = client.get(f"{NEW}?copy={summer.pk}").text
    assert 'value="Summer fair"' in page
    assert 'value="summer"' not in page
    assert 'name="points-0-row" value="4"' in page
    for asked in ("99999", "x", "-1", "9" * 40):
        assert client.get(f"{NEW}?copy={asked}").status_code in (200, 404)


# Changing one ------------------------------------------------------------------------------------


def test_saving_again_changes_it_and_tells_the_history(client, summer, field):
    page = client.get(summer.get_absolute_url()).text
    assert 'name="points-0-row" value="4"' in page
    changed = typed(field, revision="1", **{"points-0-row": "2"})
    page = client.post(summer.get_absolute_url(), changed, follow=True).text
    summer.refresh_from_db()
    assert summer.data["points"][0]["y"] == 1
    assert "point added: Old tree at row 2, column 2" in words(page)


def test_of_two_who_save_the_second_is_warned(client, summer, field):
    client.post(summer.get_absolute_url(), typed(field, revision="1", title="First"))
    answer = client.post(summer.get_absolute_url(), typed(field, revision="1", title="Second"))
    assert answer.status_code == 422
    assert "is at revision 2 now" in answer.text
    assert 'name="revision" value="2"' in answer.text
    again = typed(field, revision="2", title="Second")
    client.post(summer.get_absolute_url(), again)
    summer.refresh_from_db()
    assert summer.title == "Second"


def test_a_map_that_was_changed_is_reported(client, summer, field, olga):
    assert "The map was changed" not in client.get(summer.get_absolute_url()).text
    edit_map(field, olga, MapDraft("field", FIELD.replace("#", "h")))
    page = client.get(summer.get_absolute_url()).text
    assert "it is at revision 2 now, and the scenario is played on revision 1" in words(page)


def test_a_preview_waits_and_its_board_is_shown(client, summer, house):
    page = client.post(f"{summer.get_absolute_url()}preview/", follow=True).text
    match = Match.objects.get()
    assert (match.kind, match.scenario) == (Match.Kind.PREVIEW, summer)
    assert f'id="board-{match.pk}"' in page
    house.is_house = False
    house.save()
    page = client.post(f"{summer.get_absolute_url()}preview/", follow=True).text
    assert "No house bot of the game plays here now." in page


@pytest.mark.parametrize("retired", [False, True])
def test_an_act_needs_its_reason(client, summer, olga, retired):
    services.publish(summer, olga, timezone.now() + timedelta(days=1))
    act = "retire" if retired else "withdraw"
    page = client.post(f"{summer.get_absolute_url()}{act}/", {"reason": ""}, follow=True).text
    assert "Say why: other organizers will read it" in page
    page = client.post(f"{summer.get_absolute_url()}{act}/", {"reason": "rain"}, follow=True).text
    assert ("is retired" if retired else "is a draft again") in page
    assert f"{'retired' if retired else 'withdrawn'}: rain" in page


# Dates -------------------------------------------------------------------------------------------


def publish(client, scenario, **given) -> str:
    data = {"when": "at", "zone": "Europe/Berlin", "rated": "on", **given}
    return words(client.post(f"{scenario.get_absolute_url()}publish/", data, follow=True).text)


def test_dates_are_meant_in_their_zone(client, summer):
    day = timezone.now().astimezone(TOKYO) + timedelta(days=30)
    at = day.replace(hour=18, minute=30, second=0, microsecond=0)
    before = at - timedelta(days=3)
    wanted = {name: f"{moment:%Y-%m-%dT%H:%M}" for name, moment in (("at", at), ("map_at", before))}
    assert "is planned" in publish(client, summer, zone="Asia/Tokyo", **wanted)
    summer.refresh_from_db()
    assert (summer.published_at, summer.map_public_at, summer.rated) == (at, before, True)
    assert summer.published_at.hour == 9


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({}, "Write a date and a time"),
        ({"at": "tomorrow"}, "Write a date and a time"),
        ({"at": "2020-01-01T00:00"}, "This time has passed"),
        ({"at": "2999-01-01T00:00"}, "more than a year ahead"),
        ({"at": "2027-01-01T00:00", "zone": "Mars/Base"}, "no such time zone"),
    ],
)
def test_an_invalid_date_is_refused(client, summer, given, complaint):
    assert complaint in publish(client, summer, **given)
    summer.refresh_from_db()
    assert summer.published_at is None


def test_at_once_is_now(client, summer):
    assert "Summer fair is published." in publish(client, summer, when="now", rated="")
    summer.refresh_from_db()
    assert summer.is_public
    assert not summer.rated
