"""The form of a stage keeps all that it does not change, and has room for any number of rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from games.registry import GAMES
from ladder.core.contest.plan import EventPlan, Feed, Kind, Reveal
from ladder.core.contest.templates import TEMPLATES, Choice, Rules
from ladder.core.contest.tests import test_documents as documents
from ladder.core.stages.contract import TieBreak
from ladder.events.models import Event
from ladder.events.planning import acts
from ladder.events.tests.steps import stage
from maps.services import install_stock
from pages.organize.plans.creating import CreationForm
from pages.organize.plans.stage_form import StageForm
from tests.examples import examples

pytestmark = pytest.mark.django_db
BRAWLS = [Rules("xghj", name) for name in ("teaching", "four", "teaching", "standard")]
ONE_FIELD = {"reveal": "hidden", "about": "Bring a bot", "games": "5", "freeze": "45m"}


class Sent(HTMLParser):
    """The data that a browser without scripts sends of a stage's form, without buttons."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.data: dict[str, Any] = {}
        self._inside, self._select = False, ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        held = dict(attrs)
        if tag == "form":
            self._inside = "stage-form" in (held.get("class") or "")
        elif not self._inside:
            return
        elif tag == "input" and held["type"] == "checkbox":
            self.data |= {held["name"]: "on"} if "checked" in held else {}
        elif tag == "input":
            self.data[held["name"]] = held.get("value", "")
        elif tag == "select":
            self._select = held["name"]
        elif tag == "option" and (self._select not in self.data or "selected" in held):
            self.data[self._select] = held["value"]


@pytest.fixture
def desk(client, olga):
    client.force_login(olga)
    return client


def drafted(olga, *stages) -> Event:
    return acts.create(olga, acts.Draft("Cup", EventPlan(stages)))


def page_of(event: Event, key: str) -> str:
    return reverse("event-organize-stage", args=[event.slug, key])


def shown(desk, event: Event, key: str) -> dict[str, Any]:
    return Sent(desk.get(page_of(event, key)).text).data


def planned(event: Event) -> EventPlan:
    event.refresh_from_db()
    return event.planned


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda each: each.name)
def test_saving_a_stage_of_a_template_changes_what_was_changed_and_nothing_else(
    desk, olga, template
):
    if template.series:
        install_stock([GAMES["xghj"]])
    rules = Rules("xghj", "four") if template.series else Rules("snake", "standard")
    brawls = BRAWLS if template.name == "contest" else ()
    event = drafted(olga, *template.make(Choice(rules, brawls=brawls)).stages)
    for each in planned(event).stages:
        before = planned(event)
        data = shown(desk, event, each.key)
        assert desk.post(page_of(event, each.key), data).status_code == 302
        assert planned(event) == before
        assert desk.post(page_of(event, each.key), data | {"reveal": "hidden"}).status_code == 302
        assert planned(event) == before.with_stage(replace(each, reveal=Reveal.HIDDEN))


def typed(form: StageForm | CreationForm) -> Iterator[tuple[str, str]]:
    """The names and values that a browser sends of an untouched form."""
    kinds = form.rows.values() if isinstance(form, StageForm) else ()
    rows = [row for rows in kinds for row in rows.forms]
    for each in (form, *rows):
        for field in each:
            value = field.value()
            if field.widget_type == "checkbox":
                yield from [(field.html_name, "on")] if value else []
            else:
                yield field.html_name, "" if value is None else str(value)


@given(st.lists(documents.stages, min_size=1, max_size=3, unique_by=lambda each: each.key))
@examples(40)
def test_a_stage_that_nobody_changed_is_as_it_was_or_refused(stages):
    plan = EventPlan(tuple(stages))
    for each in stages:
        data = dict(typed(StageForm(plan=plan, stage=each)))
        form = StageForm(data, plan=plan, stage=each)
        if form.is_valid():
            assert form.stage() == each
        for name, value in ONE_FIELD.items():
            form = StageForm(data | {name: value}, plan=plan, stage=each)
            if form.is_valid():
                kept = StageForm.initial_of(each) | {name: StageForm.initial_of(form.stage())[name]}
                assert StageForm.initial_of(form.stage()) == kept
                assert form.stage().feeds == each.feeds
                assert form.stage().options.tie_breaks == each.options.tie_breaks


def test_a_plan_with_sources_and_tie_breaks_in_any_order_is_kept(desk, olga):
    names = [f"s{number}" for number in range(9)]
    feeds = [Feed(name, n + 1, n + 2, pass_on=n % 2 == 0) for n, name in enumerate(names)]
    breaks = (TieBreak.SEED, TieBreak.WINS, TieBreak.BERGER)
    more = {"options": {"tie_breaks": breaks}, "about": " two  blanks "}
    final = stage("final", Kind.SWISS, *feeds, Feed(), **more)
    final = replace(final, name=" Final")
    event = drafted(olga, *(stage(name, Kind.SWISS) for name in names), final)
    before = planned(event)
    assert desk.post(page_of(event, "final"), shown(desk, event, "final")).status_code == 302
    assert planned(event) == before


def test_sources_are_added_moved_and_removed_without_losing_what_was_typed(desk, olga):
    event = drafted(olga, stage("a", Kind.SWISS), stage("b", Kind.SWISS), stage("c", Kind.SWISS))
    where, before = page_of(event, "c"), planned(event)
    data = shown(desk, event, "c") | {"name": "Changed", "begins": "nonsense"}
    page = desk.post(where, data | {"change": "add:feeds"})
    assert (page.status_code, planned(event)) == (200, before)
    data = Sent(page.text).data
    assert (data["name"], data["begins"]) == ("Changed", "nonsense")
    assert [data[f"feeds-{n}-source"] for n in range(2)] == ["*", "a"]
    data |= {"feeds-1-use": "exclude", "feeds-1-count": "3", "begins": "1d"}
    data = Sent(desk.post(where, data | {"change": "up:feeds-1"}).text).data
    assert [key for key in data if key.endswith("-source")] == ["feeds-1-source", "feeds-0-source"]
    assert desk.post(where, data).status_code == 302
    assert planned(event).stage("c").feeds == (Feed("a", 3, exclude=True), Feed())
    data = shown(desk, event, "c")
    data = Sent(desk.post(where, data | {"change": "remove:feeds-1"}).text).data
    answer = desk.post(where, data)
    assert answer.status_code == 422
    assert "The stage has no entrants" in answer.text
    assert len(planned(event).stage("c").feeds) == 2


@pytest.mark.parametrize("asked", ["add:none", "remove:feeds-7", "dance:feeds-0", "up:"])
def test_a_button_that_the_form_does_not_have_saves_as_usual(desk, olga, asked):
    event = drafted(olga, stage("a", Kind.SWISS))
    data = shown(desk, event, "a") | {"change": asked}
    assert desk.post(page_of(event, "a"), data).status_code == 302


def test_a_source_that_the_plan_does_not_have_is_shown_and_not_replaced(desk, olga):
    event = drafted(olga, stage("a", Kind.SWISS, Feed("gone", 2)))
    before = planned(event)
    data = shown(desk, event, "a")
    assert data["feeds-0-source"] == "gone"
    answer = desk.post(page_of(event, "a"), data)
    assert "There is no stage “gone”." in answer.text
    assert planned(event) == before
