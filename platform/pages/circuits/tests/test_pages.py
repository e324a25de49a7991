"""Pages, files, feed and API of circuits, and the forms of the people who run them."""

from __future__ import annotations

import json

import pytest
from icalendar import Calendar

from ladder.core.contest.plan import Kind, Reveal
from ladder.events import people
from ladder.events.circuits import legs, services
from ladder.events.circuits import people as circuit_people
from ladder.events.circuits.services import CircuitDraft
from ladder.events.models import Circuit, Event
from ladder.events.planning import acts
from ladder.events.tests import steps
from ladder.seasons.current import ensure_seasons

pytestmark = pytest.mark.django_db
LEAGUE = steps.stage("league", Kind.ROUND_ROBIN, options={"games": 1})


@pytest.fixture
def event(redis_client, olga):
    ensure_seasons()
    event = steps.begin(olga, steps.authors(3), LEAGUE)
    steps.play_all(event)
    return event


def _planned(client, event) -> str:
    """The address of the editor of a draft that has the event at twice its points."""
    form = {"name": "Cups", "about": "*All* cups", "game": "snake", "rows": "people", "best": 2}
    refused = client.post("/events/circuits/new/", {**form, "points": "10, x"})
    assert refused.status_code == 422
    assert "Enter whole numbers" in refused.text
    refused = client.post("/events/circuits/new/", {**form, "points": "1 2"})
    assert "none greater than the one before it" in refused.text
    address: str = client.post("/events/circuits/new/", {**form, "points": "10, 6 4"}).url
    circuit = Circuit.objects.get()
    assert (circuit.points, circuit.best, circuit.game) == ([10, 6, 4], 2, "snake")
    add = f"{address}events/"
    assert client.post(add, {"event": 999}).status_code == 422
    assert client.post(add, {"event": event.pk}).url == address
    leg = f"{add}{circuit.legs.get().pk}/"
    assert client.post(f"{leg}worth/", {"factor": 99}).status_code == 422
    client.post(f"{leg}worth/", {"factor": 2})
    assert client.post(f"{leg}sideways/").status_code == 404
    return address


def test_a_circuit_from_its_plan_to_its_end(client, event, olga, alice):
    client.force_login(olga)
    address = _planned(client, event)
    assert address == "/events/circuits/cups/edit/"
    page = client.get(address)
    assert f"/events/{event.slug}/organize/copy/" in page.text
    assert 'value="2"' in page.text
    people_of = f"{address}people/"
    assert client.post(people_of, {"username": "x", "role": "owner"}).status_code == 422
    client.post(people_of, {"username": "alice", "role": "organizer"})
    client.logout()
    assert client.get("/events/circuits/cups/").status_code == 404
    client.force_login(olga)
    client.post(f"{address}state/running/")
    client.logout()
    page = client.get("/events/circuits/cups/")
    shown = " ".join(page.text.split())
    for words in ("Table after 1 of 1 event.", "<em>All</em>", "×2", "author-0", ">20<", "place 2"):
        assert words in shown, words
    assert "/edit/" not in page.text
    assert "Cups" in client.get("/events/circuits/").text
    assert "/events/circuits/cups/" in client.get(event.get_absolute_url()).text
    assert client.get(address).status_code == 302


def test_people_who_gave_up_their_role_and_strangers_change_nothing(client, event, olga, alice):
    circuit = services.create(olga, CircuitDraft("Cups"))
    legs.add(circuit, olga, event)
    services.set_state(circuit, olga, "running")
    circuit_people.give(circuit, olga, "alice", "organizer")
    address = "/events/circuits/cups/edit/"
    client.force_login(alice)
    assert client.get(address).status_code == 200
    assert client.post(f"{address}people/take/", {"person": "alice"}).url == "/events/circuits/"
    acts = ("", "discard/", "state/finished/", "events/", "people/")
    for act in acts:
        assert client.post(f"{address}{act}").status_code == 404, act
    client.force_login(olga)
    client.post(f"{address}state/finished/")
    assert "winner" in client.get("/events/circuits/cups/").text
    assert client.post(f"{address}state/gone/").status_code == 404


def test_the_copy_of_an_event_offers_its_circuits(client, event, olga, alice):
    circuit = services.create(olga, CircuitDraft("Cups"))
    legs.add(circuit, olga, event)
    client.force_login(olga)
    address = f"/events/{event.slug}/organize/copy/"
    assert "Add the copy to the circuits" in client.get(address).text
    client.post(address, {"name": "Next", "starts": "", "circuits": "on"})
    assert circuit.legs.filter(event__name="Next").exists()
    people.give(event, olga, "alice", "organizer")
    people.let_create(olga, "alice")
    client.force_login(alice)
    assert "Add the copy to the circuits" not in client.get(address).text


def test_files_feed_and_api_show_what_everybody_sees(client, event, olga):
    circuit = services.create(olga, CircuitDraft("Cups", points=(10, 6, 4)))
    legs.add(circuit, olga, event)
    paths = [
        f"/events/circuits/cups/{name}" for name in ("table.csv", "table.json", "calendar.ics")
    ]
    paths.append("/api/v1/circuits/cups/")
    for path in paths:
        assert client.get(path).status_code == 404, path
    services.set_state(circuit, olga, "running")
    csv, text, calendar, api = (client.get(path) for path in paths)
    lines = csv.getvalue().decode().splitlines()
    assert (
        lines[0]
        == f"place,kind,name,points,{event.slug}_place,{event.slug}_points,{event.slug}_counts"
    )
    assert lines[1] == "1,person,author-0,10,1,10,yes"
    document = json.loads(text.content)
    assert document == api.json()
    assert document["events"][0]["state"] == "counted"
    assert "Open" in str(Calendar.from_ical(calendar.content).walk("VEVENT")[0]["summary"])
    assert client.get("/api/v1/circuits/").json()["results"][0]["slug"] == "cups"
    acts.reveal(event.stages.get(), olga, Reveal.HIDDEN)
    client.force_login(olga)
    for path in (paths[0], paths[1], paths[3], "/events/circuits/cups/"):
        answer = client.get(path)
        body = answer.getvalue() if answer.streaming else answer.content
        assert b"author-" not in body, path
    assert Event.objects.count() == 1
