"""Every address of the site, on every state of what it shows, as each role.

The addresses are those of the URL conf.  For a new one with a parameter, add its values to
`pages.tests.states.values`, and a row of each state to the site beside it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable

import pytest
from django.http import HttpResponseBase
from django.test import Client

from accounts.models import User
from pages.status import health
from pages.tests.addresses import Address, every_address
from pages.tests.states import events, faults, site
from pages.tests.states.values import VALUES, Place, placeholder, places_of, plain
from tests.undone import undone
from tries import keys
from tries.models import Try

pytestmark = pytest.mark.django_db
Roles = dict[str, User | None]
NOT_OPENED = re.compile(r"desk/admin|accounts/logout/")
"""Records of organizers have a test of their own."""
OWNERS = ("bots", "settings", "notices", "rooms", "matches", "tries", "feeds", "device", "report")
"""Folders whose addresses show most to the owner of bots."""
OF_EVENT = re.compile(r"events/<slug:slug>/(?!organize/)")
NOWHERE = re.compile(
    # Reports and verdicts that a worker makes.
    r"/rivals/|/verify/|/verdict/"
    # Addresses that answer only with a query, or to a program that has none of its own.
    r"|^report/|^api/\^\(\?P<path>"
    # A second factor, and secret links to an event.
    r"|^accounts/2fa/|/join/"
)
"""Addresses at which the furnished site has nothing to show."""
UNWELL = {"status"}
"""The page of the site's health says that no worker runs here."""


@pytest.fixture(scope="module")
def roles(kept_cast) -> Roles:
    return site.furnish(kept_cast)


@pytest.fixture
def opened(monkeypatch) -> list[Address]:
    """The addresses that are read, those with the same path once."""
    monkeypatch.setattr(health, "TIMEOUT_S", 0.1)  # no worker runs here that could answer
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.allow_request", _allowed)
    found = {each.path: each for each in every_address() if not NOT_OPENED.search(each.path)}
    return list(found.values())


def _allowed(*_: object) -> bool:
    return True


def client_of(person: User | None) -> Client:
    client = Client(raise_request_exception=False)
    if person is not None:
        client.force_login(person)
        session = client.session
        session["account_authentication_methods"] = [{"method": "password", "at": time.time()}]
        session[keys.SESSION] = [str(key) for key in Try.objects.values_list("pk", flat=True)]
        session.save()
    return client


def reader_of(path: str) -> str:
    """The role that sees most at an address."""
    if "/maps/" in path:
        return "owner of bots"
    first = path.removeprefix("/api/v1").split("/")[1]
    return "owner of bots" if first in OWNERS else "organizer of the site"


def is_read(client: Client, address: Address) -> bool:
    """Whether the address answers GET; others are acts."""
    return client.get(placeholder(address)).status_code != 405


def look(client: Client, place: Place) -> tuple[int, list[str]]:
    """The status of an answer and its faults."""
    answer = client.get(place.path)
    if answer.status_code >= 500 and place.kind not in UNWELL:
        return answer.status_code, [f"answers {answer.status_code}"]
    return answer.status_code, list(faults_of(answer))


def faults_of(answer: HttpResponseBase) -> Iterable[str]:
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    if kind not in faults.READERS:
        return ()
    content = b"".join(answer) if answer.streaming else answer.content  # type: ignore[attr-defined]
    return faults.READERS[kind](content.decode())


def check(roles: Roles, addresses: Iterable[Address], names: Iterable[str] = ()) -> None:
    """Open these addresses as these roles, or as the role that sees most.  The faults fail the
    test, and then an address that is nowhere.  Each request leaves the site as it was."""
    clients = {name: client_of(person) for name, person in roles.items()}
    found: list[str] = []
    for address in addresses:
        best = reader_of(f"/{plain(address.path)}")
        if not is_read(clients[best], address):
            continue
        reached = bool(names)
        for place in places_of(address):
            for name in names or [best]:
                with undone():
                    status, wrong = look(clients[name], place)
                reached |= status not in (403, 404)
                found += [f"{place.path} for {name}: {each}" for each in wrong]
        if not reached and not NOWHERE.search(address.path):
            found.append(f"/{address.path} is nowhere on the furnished site")
    if found:
        pytest.fail("\n".join(found), pytrace=False)


@pytest.mark.nightly
def test_no_address_has_a_fault_for_the_reader_who_sees_most(roles, opened, redis_client):
    check(roles, opened)


@pytest.mark.nightly
def test_no_address_of_an_event_has_a_fault_while_its_results_are_hidden(
    roles, opened, redis_client, monkeypatch
):
    events.hide(roles["organizer of the site"])
    monkeypatch.setitem(VALUES, "events/*", lambda: ["over"])
    of_events = [each for each in opened if OF_EVENT.search(each.path)]
    assert len(of_events) > 30
    check(roles, of_events, ["user", "announcer"])


@pytest.mark.nightly
@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("role", site.ROLES)
def test_no_address_has_a_fault_for_anybody(roles, opened, redis_client, role, hidden):
    if hidden:
        events.hide(roles["organizer of the site"])
    check(roles, opened, [role])


def test_a_new_address_without_known_values_says_what_to_add():
    new = Address("games/<slug:name>/prizes/<int:pk>/", "prizes", None)
    with pytest.raises(pytest.fail.Exception, match=r"Add `games/\*/prizes/\*`.* to VALUES"):
        list(places_of(new))


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("<h2> </h2>", "an empty h2"),
        ('<a href="/"><svg></svg></a>', "an empty a"),
        ("<p>Seed None</p>", "the word None"),
        ('<a href="/bots/None/">b</a>', "an attribute href"),
        ('<label for="">Content</label>', "a label of nothing"),
        ("<td>0.30000000000000004</td>", "a long number"),
        ("<p>{{ bot }}</p>", "a template"),
        ("<p>&lt;built-in method&gt;</p>", "an object"),
        ("<p>1 matches</p>", "one of many"),
    ],
)
def test_a_fault_of_a_page_is_found(page, fault):
    assert [each.partition(":")[0].partition("=")[0] for each in faults.in_html(page)] == [fault]
    fine = '<h2>1.25</h2><a title="Up"><svg></svg></a><th><input></th><pre>None</pre>11 matches'
    assert list(faults.in_html(fine)) == []
