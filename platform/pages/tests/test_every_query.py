"""No query reads all of a table that grows: of no page, route of the API, claim or periodic task.

The site has one of each thing, and `large.ROWS` rows of other people in each table that grows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import django_filters as filters
import pytest
from django.db import connection
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts.models import User
from api import urls as api
from arbiter.configured.timetable import BEAT_SCHEDULE
from arbiter.working.workers import own_name
from matches.models import Match, Seat
from matches.queueing import claiming
from matches.recorded import verification
from pages.audit.queries import AuditFilter
from pages.frame import paging
from pages.frame.filters import MatchFilter
from pages.maps.forms import MapFilter
from pages.notices.forms import DeliveryFilter, NoticeFilter
from pages.queue.forms import QueueFilter
from pages.status import health
from pages.tests.addresses import Address, every_address
from pages.tests.reading import Query, reading
from pages.tests.states import large, site
from pages.tests.states.values import places_of
from pages.tests.test_every_state import NOT_OPENED, client_of
from tests.undone import undone

pytestmark = pytest.mark.django_db
LONG = [pytest.mark.nightly] if connection.vendor == "postgresql" else []
"""`make test` reads the pages on SQLite alone."""
Roles = dict[str, User | None]
READERS = ("owner of bots", "organizer of the site")
"""A page is read by the first of these to whom it is shown."""
FOR_ORGANIZERS = re.compile(r"/desk/|/events/[^/]+/organize/")
MOST = large.ROWS * 3 // 4
EXPECTED = {
    r"/ladder/standard/history\.csv": "an export of all days of a season",
    r"/desk/audit\.csv": "an export of the trail",
    r"/desk/audit/\?(who|what|target)=": "words are looked for in all entries",
    r"/desk/audit/.* COUNT": "the trail is counted, to see whether an entry is missing",
    r"refit-seasons|report-rivals|/desk/fairness\.csv": "reports of all results of a season",
    r"collect-statistics": "statistics are of all rows",
    r"tell-news": "all people get it",
}
"""Queries that read a table that grows, by their sender and their SQL, and why."""
NO_QUERIES = re.compile(r"api/(schema|docs)/|/kit/")
"""Long answers that are made from code alone."""


@pytest.fixture(scope="module")
def roles(kept_cast) -> Roles:
    people = site.furnish(kept_cast, every_event=False)
    large.fill()
    return people


@pytest.fixture(autouse=True)
def _bounds(monkeypatch, redis_client):
    """Code that reads a number of the newest rows reads few here."""
    monkeypatch.setattr(health, "TIMEOUT_S", 0.1)  # no worker runs here that could answer
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.allow_request", _allowed)
    monkeypatch.setattr(paging, "MOST_COUNTED", 100)
    monkeypatch.setattr(verification, "SAMPLED_FROM", 100)


def _allowed(*_: object) -> bool:
    return True


def check(found: dict[str, list[Query]]) -> None:
    """The queries by what sent them."""
    wrong: dict[str, str] = {}
    for name, queries in found.items():
        for query in queries:
            told = f"{name} reads {query.rows:.0f} rows: {query.sql}"
            expected = any(re.search(each, told) for each in EXPECTED)
            if query.rows > MOST and not expected and query.sql not in wrong:
                wrong[query.sql] = f"{told}\n{query.plan()}\n"
    if wrong:
        pytest.fail("\n".join(wrong.values()), pytrace=False)


@pytest.mark.parametrize("names", [pytest.param(READERS, marks=LONG)], ids=["pages"])
def test_no_page_and_no_route_reads_a_table_that_grows(roles, names):
    clients = [client_of(roles[name]) for name in names]
    unread = re.compile(f"{NOT_OPENED.pattern}|{NO_QUERIES.pattern}")
    addresses = {each.path: each for each in every_address() if not unread.search(each.path)}
    found: dict[str, list[Query]] = {}
    shown = 0
    for path in filter(None, map(a_place, addresses.values())):
        for client in clients[FOR_ORGANIZERS.match(path) is not None :]:
            status, found[path] = asked(client, path)
            if status not in (403, 404):
                break
        shown += status == 200
    assert shown > 200, shown
    check(found)


def a_place(address: Address) -> str | None:
    """The address with the first values; None where none are known, as of some acts."""
    try:
        return next((place.path for place in places_of(address)), None)
    except (pytest.fail.Exception, TypeError):
        return None


def asked(client: Any, path: str) -> tuple[int, list[Query]]:
    with undone(), reading(large.TABLES) as queries:
        answer = client.get(path)
        if answer.streaming:
            b"".join(answer)
    return answer.status_code, queries


FILTERS = {
    "/matches/": MatchFilter,
    "/status/queue/": QueueFilter,
    "/desk/audit/": AuditFilter,
    "/games/xghj/maps/": MapFilter,
    "/notices/": NoticeFilter,
    "/settings/notices/deliveries/": DeliveryFilter,
    **{
        f"/api/v1/{prefix}/": view.filterset_class
        for prefix, view, _ in api.router.registry
        if hasattr(view, "filterset_class")
    },
}
TYPED = {
    "game": "snake",
    "ruleset": "blitz",
    "bot": "alice/ready",
    "owner": "alice",
    "team": "wonderland",
    "made_with": "by hand",
}


FEW_VALUES = 13
"""Of a filter with fewer each is asked for, such as kinds and states of matches."""


def values_of(name: str, each: Any) -> Iterable[Any]:
    if isinstance(each, filters.ModelChoiceFilter | filters.NumberFilter):
        return [1]
    if isinstance(each, filters.ChoiceFilter):
        known = [value for value, _ in each.field.choices if value and value != "all"]
        return known if len(known) < FEW_VALUES else known[-1:]
    if isinstance(each, filters.BooleanFilter):
        return ["true", "false"]
    if isinstance(each, filters.IsoDateTimeFilter | filters.DateFilter):
        return [f"{timezone.now() + timedelta(days=1):%Y-%m-%d}", "2020-01-01"]
    return [TYPED.get(name, "alice")]


OF_A_GAME = ("/games/xghj/", "/games/xghj/matches/", "/games/xghj/atom.xml")
"""Pages of a game that hardly any match is of."""


def filtered() -> Iterator[str]:
    yield from OF_A_GAME
    for path, kind in FILTERS.items():
        for name, each in kind.base_filters.items():
            for value in values_of(name, each):
                yield f"{path}?{urlencode({name: value})}"


def test_no_filter_of_a_list_reads_a_table_that_grows(roles):
    own, organizer = (client_of(roles[name]) for name in READERS)
    found = {}
    for path in filtered():
        status, found[path] = asked(organizer if "/desk/" in path else own, path)
        assert status == 200, path
    check(found)


@pytest.mark.parametrize(
    "name", [each for each in BEAT_SCHEDULE if not any(re.match(known, each) for known in EXPECTED)]
)
def test_no_periodic_task_reads_a_table_that_grows(roles, name):
    with undone(), reading(large.TABLES) as queries:
        import_string(BEAT_SCHEDULE[name]["task"]).run()
    check({name: queries})


@pytest.mark.skipif(connection.vendor != "sqlite", reason="it counts what indexes lead to")
def test_what_an_index_leads_to_is_counted(roles):
    with reading(large.TABLES) as queries:
        assert not Match.objects.filter(state="finished", reason="late").exists()
        Match.objects.count()
    assert [query.rows > MOST for query in queries] == [True, True]


@pytest.mark.parametrize(
    ("rows", "scans"),
    [
        (lambda: Match.objects.filter(reason="late").order_by(), True),
        (lambda: Match.objects.filter(kind="ladder").order_by("-id")[:100], False),
        (lambda: Seat.objects.filter(match__kind="room"), False),
    ],
    ids=["all", "the newest", "a few"],
)
def test_a_scan_is_found(roles, rows, scans):
    with reading(large.TABLES) as queries:
        list(rows())
    assert (queries[-1].rows > MOST) == scans, queries[-1].plan()


def test_no_claim_reads_a_table_that_grows(roles):
    with undone(), reading(large.TABLES) as queries:
        choice = claiming.choose("matches", own_name(), claiming.Skipped())
        assert choice is not None
        claiming.claim(choice, own_name())
    check({"a claim": queries})
