"""Creating an event asks five things; the other fields are folded and have defaults."""

from __future__ import annotations

import re

import pytest
from django.forms.models import model_to_dict

from ladder.core.contest.plan import EventPlan
from ladder.core.contest.templates import TEMPLATES, Choice, Rules
from ladder.events.entrants.terms import rules as entry_rules
from ladder.events.models import Event
from ladder.events.planning.acts import Draft, create
from pages.frame.fields.zoned import read_time, read_zone
from pages.organize.plans.creating import CreationForm
from pages.organize.tests.test_stage_form import typed

pytestmark = pytest.mark.django_db

GAMES = {"contest": "xghj/four", "series": "xghj/four"}
START = "2031-05-01T18:00"
UNLIKE = {"id", "slug", "name"}


@pytest.fixture
def desk(client, olga):
    client.force_login(olga)
    return client


def parts_of(page: str) -> tuple[str, str, str]:
    """The form in sight, its folded part with the tag that opens it, and the line of defaults."""
    before, folded, after = re.split(r"(<details class=\"options\".*?</details>)", page, flags=re.S)
    line = re.search(r'<p [^>]*id="defaults">(.*?)</p>', after, re.S)
    assert line is not None
    text = " ".join(re.sub(r"<[^>]+>", "", line[1]).split())
    return before[before.rindex('<form class="stack"') :], folded, text


def controls(html: str) -> set[str]:
    names = re.findall(r'<(?:input|select|textarea|button)[^>]* name="([^"]+)"', html)
    return {*names} - {"csrfmiddlewaretoken"}


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda each: each.name)
def test_five_values_make_the_event_that_all_values_made(desk, olga, template):
    rules = GAMES.get(template.name, "snake/standard")
    five = {"name": "Cup", "rules": [rules], "starts": START, "entry": "invited"}
    address = f"/events/plan/{template.name}/"
    assert desk.post(address, five).status_code == 302
    whole = {**dict(typed(CreationForm(template=template))), **five, "name": "Cup as before"}
    assert desk.post(address, whole).status_code == 302
    starts = read_time(START, read_zone("UTC"))
    plan = template.make(Choice(Rules(*rules.split("/"))))
    wanted = create(olga, Draft("Cup of the service", plan, starts=starts))
    entry_rules.change(wanted, olga, entry_rules.RulesDraft(invited_only=True))
    made = Event.objects.order_by("pk")
    assert [each.name for each in made] == ["Cup", "Cup as before", "Cup of the service"]
    first, second, third = (model_to_dict(each) for each in made)
    assert {name for name in third if first[name] != third[name]} <= UNLIKE
    assert {name for name in third if second[name] != third[name]} <= UNLIKE
    assert all(entry_rules.rules_of(each).invited_only for each in made)


def test_an_event_lets_everybody_enter_if_nobody_says_otherwise(desk):
    assert desk.post("/events/plan/blank/", {"name": "Cup"}).status_code == 302
    event = Event.objects.get()
    assert event.planned == EventPlan()
    assert entry_rules.rules_of(event).pk is None


@pytest.mark.parametrize("name", [*(each.name for each in TEMPLATES), "blank"])
def test_a_template_and_four_fields_are_in_sight(desk, name):
    asked, folded, line = parts_of(desk.get(f"/events/plan/{name}/").text)
    assert controls(asked) == {"name", "starts", "entry", *(["rules"] if name != "blank" else [])}
    assert folded.startswith('<details class="options"><summary>')
    assert {"about", "time_zone", "per_person", "most_entries"} <= controls(folded)
    assert "required" not in folded
    for applies in (
        "Entries open: at publication",
        f"Bots per person and game: {Draft.per_person} ·",
        f"Maximum number of bots per game: {Draft.most_entries} ·",
        "Bots from the ladder: none",
        "Freeze of uploads: nothing",
    ):
        assert applies in line
    assert ("Weeks of the season: 8" in line) is (name == "contest")
    assert "Freeze ends" not in line


@pytest.mark.parametrize(
    ("sent", "is_open"),
    [
        ({"entries_open": START, "entries_close": "2031-04-01T18:00"}, True),
        ({"per_person": "0"}, True),
        ({"time_zone": "Mars"}, True),
        ({"weeks": "1", "brawls-0-rules": "xghj/teaching"}, True),
        ({"change": "add:brawls"}, True),
        ({"name": ""}, False),
        ({"name": "", "per_person": "1", "most_entries": "64", "freeze_uploads": ""}, False),
        ({"name": "", "most_entries": "24"}, True),
    ],
)
def test_an_error_or_a_change_unfolds_the_fields(desk, sent, is_open):
    five = {"name": "Cup", "rules": ["xghj/four"], "starts": START, "entry": ""}
    answer = desk.post("/events/plan/contest/", {**five, **sent})
    assert answer.status_code == (200 if "change" in sent else 422)
    _, folded, _ = parts_of(answer.text)
    assert folded.startswith('<details class="options" open>') is is_open
    assert not Event.objects.exists()
