"""The page that explains events: its numbers are the code's, and its links lead somewhere."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest

from ladder.core import points, series
from ladder.core.contest import plan
from ladder.core.contest.plan import Kind, Options
from ladder.core.stages.contract import StageSetup, TieBreak
from ladder.events.kinds.encounters import LEAST_AT_ONCE
from ladder.events.kinds.formats import MOST_TOGETHER
from ladder.events.kinds.matches import MOST_TRIES
from ladder.events.planning import acts

pytestmark = pytest.mark.django_db
PAGE = "/help/events/"


@pytest.fixture
def page(client) -> str:
    text: str = client.get(PAGE).text
    return text


def test_its_numbers_are_those_that_the_code_works_with(page):
    shown = dict(re.findall(r'data-fact="(\w+)">([\d.]+)<', page))
    assert {name: float(value) for name, value in shown.items()} == {
        "stages": plan.MOST_STAGES,
        "entrants": plan.MOST_ENTRANTS,
        "per_person": acts.MOST_PER_PERSON,
        "together": MOST_TOGETHER,
        "groups": plan.MOST_GROUPS,
        "group_size": plan.LEAST_GROUP,
        "games": Options().games,
        "extra": StageSetup(2).extra,
        "window": Options().window,
        "full": points.FULL,
        "goal": series.GOAL,
        "growth": series.GROWTH,
        "least_bound": series.LEAST_BOUND,
        "large_bound": series.bound(64, 7),
        "patience": series.PATIENCE,
        "in_flight": LEAST_AT_ONCE,
        "tries": MOST_TRIES,
    }
    template = re.sub(r"<sup>.*?</sup>", "", page)
    assert "{{" not in template


def test_it_explains_every_format_and_every_tie_break(page):
    ids = set(re.findall(r' id="([\w-]+)"', page))
    assert {kind.value for kind in Kind} | {f"tie-{each.value}" for each in TieBreak} <= ids


def test_its_example_of_groups_is_what_groups_are():
    from ladder.core.contest.plan import Options
    from ladder.core.contest.sizes import group_sizes

    assert group_sizes(Options(groups=4, group_size=3), 10) == (4, 3, 3)


def test_its_links_lead_somewhere(client, alice, page):
    client.force_login(alice)
    body = page[page.index("<main") : page.index("</main>")]
    links = set(re.findall(r'href="([^"]+)"', body))
    assert len(links) > 12
    for link in links:
        parts = urlsplit(link)
        target = client.get(parts.path) if parts.path else client.get(PAGE)
        assert target.status_code == 200, link
        if parts.fragment:
            assert f'id="{parts.fragment}"' in target.text, link


@pytest.mark.parametrize("address", ["/events/", "/about/", "/help/limits/", "/help/webhooks/"])
def test_other_pages_lead_to_it(client, address):
    assert PAGE in client.get(address).text


def test_pages_of_events_and_the_forms_of_organizers_lead_to_it(client, olga):
    from ladder.events.planning.acts import Draft, create
    from ladder.events.tests.steps import stage

    event = create(olga, Draft("Open", plan.EventPlan((stage("a", Kind.SWISS),))))
    client.force_login(olga)
    own = event.get_absolute_url()
    for address in (own, f"{own}organize/", f"{own}organize/stages/a/", "/events/plan/"):
        assert PAGE in client.get(address).text, address
