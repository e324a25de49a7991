"""The projector of an event and its control page: who moves them, and what they show."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from PIL import Image

from bots.models import Bot
from ladder.core.contest.plan import Feed, Kind, Reveal
from ladder.events.models import Event, EventMember, Projector, Sponsor, Stage
from ladder.events.roles import EventRole
from ladder.events.showing import ceremony, talk
from ladder.events.tests.conftest import stakes_bots as stakes_bots
from ladder.events.tests.series_steps import begun, win
from ladder.events.tests.steps import authors, begin, open_event, play_all, stage
from ladder.models import Rating
from ladder.seasons.current import ensure_seasons
from pages.events.screens import scenes
from pages.events.screens.scenes import Screen

pytestmark = pytest.mark.django_db
PAGE = "/events/open/projector/"
STATE = f"{PAGE}state/"
DESK = "/events/open/organize/"


@pytest.fixture(scope="module")
def over(kept_cast):
    """A public league of six and a hidden cup of its best four, both over."""
    ensure_seasons()
    cup = stage("cup", Kind.SINGLE, Feed("league", 4), reveal=Reveal.HIDDEN)
    play_all(begin(kept_cast.olga, authors(6), stage("league", Kind.ROUND_ROBIN), cup))


@pytest.fixture
def event(over, db, redis_client):
    return Event.objects.get()


@pytest.fixture
def cup(event):
    return event.stages.get(key="cup")


@pytest.fixture
def announcer(event, alice, client):
    """Alice, logged in."""
    EventMember.objects.create(event=event, person=alice, role=EventRole.ANNOUNCER)
    client.force_login(alice)
    return alice


def scene(client) -> str:
    found = re.search(r'data-scene="(\w*)"', client.get(STATE).content.decode())
    assert found is not None
    return found[1]


def names(text: str) -> list[str]:
    """The bots that a page names, in their order."""
    return re.findall(r"<bdi[^>]*>(b\d)</bdi>", text)


def step(client, act: str, seen: int, **how):
    fields = {"stage": "cup", "act": act, "seen": seen}
    return client.post(f"{DESK}ceremony/step/", fields, **how)


def scenes_from(event, now) -> set[str]:
    """The scenes of three minutes."""
    times = (now + timedelta(seconds=20 * n) for n in range(9))
    return {str(Screen(event, when).scene()["scene"]) for when in times}


def picture(form: str = "PNG", size=(1200, 300)) -> SimpleUploadedFile:
    out = BytesIO()
    Image.new("RGB", size, "#204080").save(out, form)
    return SimpleUploadedFile(f"logo.{form.lower()}", out.getvalue())


def test_the_ceremony_moves_by_steps_and_every_projector_follows(client, event, cup, announcer):
    anonymous = type(client)()
    assert b"bracket-won" not in anonymous.get("/events/open/stages/cup/").content
    begun = client.post(f"{DESK}stages/cup/ceremony/begin/", {"first": 6})
    assert begun.url == f"{DESK}ceremony/"
    assert scene(anonymous) == "reveal"
    assert "The ceremony begins" in anonymous.get(STATE).content.decode()
    shown = []
    for seen in (7, 6, 5, 3, 2):
        assert step(client, "next", seen, headers={"accept": "text/plain"}).status_code == 204
        shown.append(names(anonymous.get(STATE).content.decode()))
    assert shown == [
        ["b5"],
        ["b4", "b5"],
        ["b2", "b3", "b4", "b5"],
        ["b1", "b2", "b3", "b4", "b5"],
        ["b0", "b1", "b2", "b3", "b4", "b5"],
    ]
    assert "Winner" in anonymous.get(STATE).content.decode()
    refused = step(client, "back", 1, headers={"accept": "text/plain"})
    assert (refused.status_code, refused.content) == (
        409,
        b"All places are shown to everybody, so no step can be undone.",
    )


def test_the_projector_is_the_same_for_the_announcer_but_for_keys(client, event, cup, announcer):
    ceremony.begin(cup, announcer)
    step(client, "next", 7)
    own, others = client.get(PAGE).content.decode(), type(client)().get(PAGE).content.decode()
    assert names(own) == names(others) == ["b5"]
    assert 'data-part="steps"' in own
    assert 'data-part="steps"' not in others


@pytest.mark.parametrize("role", [None, *EventRole])
def test_the_roles_that_lead(client, event, cup, alice, role):
    if role:
        EventMember.objects.create(event=event, person=alice, role=role)
    client.force_login(alice)
    may = role in (EventRole.OWNER, EventRole.ORGANIZER, EventRole.ANNOUNCER)
    assert client.get(f"{DESK}ceremony/").status_code == (200 if may else 404)
    for path, fields in (
        ("ceremony/scene/", {"scene": "table"}),
        ("stages/cup/ceremony/rounds/", {"rounds": 1}),
        ("stages/cup/ceremony/begin/", {"first": 6}),
        ("stages/cup/ceremony/time/", {"when": "2099-01-01T10:00"}),
        ("ceremony/step/", {"stage": "cup", "act": "next", "seen": 7}),
        ("stages/cup/ceremony/open/", {}),
    ):
        assert client.post(f"{DESK}{path}", fields).status_code == (302 if may else 404), path
    may_plan = role in (EventRole.OWNER, EventRole.ORGANIZER)
    answer = client.post(f"{DESK}ceremony/sponsors/", {"name": "Acme", "logo": picture()})
    assert answer.status_code == (302 if may_plan else 404)
    assert ("Add logo" in client.get(f"{DESK}ceremony/").content.decode()) == may_plan


def test_a_ceremony_begins_with_the_first_place_that_is_not_known(client, event, cup, announcer):
    page = client.get(f"{DESK}ceremony/").text
    # Two bots share place 3 of the cup.
    assert 'max="6" value="3" required' in page
    assert "those behind place 3 already" in page
    event.stages.update(reveal=Reveal.HIDDEN)
    assert 'max="6" value="6" required' in client.get(f"{DESK}ceremony/").text


def test_a_visitor_is_asked_to_log_in(client, event):
    assert client.get(f"{DESK}ceremony/").status_code == 302
    assert step(client, "next", 7).status_code == 302
    assert Stage.objects.get(key="cup").places_shown is None


def test_an_announcer_chooses_the_scene(client, event, announcer):
    for name in ("countdown", "boards", "table", "race", "bracket", "sponsors", "reveal"):
        client.post(f"{DESK}ceremony/scene/", {"scene": name, "stage": "league"})
        assert scene(client) == name
    assert Projector.objects.filter(stage__key="league").exists()
    client.post(f"{DESK}ceremony/scene/", {"scene": ""})
    assert scene(client) in ("table", "race")
    assert client.post(f"{DESK}ceremony/scene/", {"scene": "nothing"}).status_code == 404


def test_scenes_show_public_results_alone_whoever_looks(client, event, cup, announcer):
    Projector.objects.create(event=event, scene="bracket", stage=cup)
    assert "when its stage has begun and its results are public" in client.get(STATE).text
    client.post(f"{DESK}stages/cup/ceremony/rounds/", {"rounds": 1})
    text = client.get(STATE).content.decode()
    assert text.count("bracket-won") == 2
    assert text.count("<article") == 3
    Projector.objects.update(scene="table")
    assert names(client.get(STATE).content.decode())[:2] == ["b0", "b1"]
    Projector.objects.update(scene="race", stage=None)
    bars = re.findall(r'id="race-\d+" width="(\d+)"', client.get(STATE).content.decode())
    assert bars == ["100", "80", "60", "40", "20", "0"]


def test_a_large_bracket_takes_turns_through_its_parts(db, redis_client, olga, monkeypatch):
    monkeypatch.setattr(scenes, "MOST_BOXES", 2)
    event = begin(olga, authors(8, 20), stage("cup", Kind.SINGLE, options={"games": 1}))

    def shown():
        turns = (timezone.now() + timedelta(seconds=scenes.TURN_S * n) for n in range(9))
        screens: list[Any] = [Screen(event, turn).scene()["sections"] for turn in turns]
        assert {len(each) for each in screens} == {1}
        return {each[0].title for each in screens}

    halves = {"Bracket, part 1 of 2", "Bracket, part 2 of 2"}
    assert shown() == {*halves, "Bracket, later rounds"}
    play_all(event, most=6)
    assert shown() == {"Bracket, later rounds"}, "both halves are played"
    monkeypatch.setattr(scenes, "MOST_BOXES", 4)
    assert shown() == {"Bracket"}


def test_scenes_change_by_what_is_on(db, redis_client, olga):
    ensure_seasons()
    bots, now = authors(4, 10), timezone.now()
    event = open_event(olga, stage("league", Kind.ROUND_ROBIN), starts=now + timedelta(hours=1))
    scenes = {Screen(event, now + timedelta(seconds=20 * n)).scene()["scene"] for n in range(9)}
    assert scenes == {"countdown"}
    event = begin(olga, bots, stage("cup", Kind.SINGLE))
    play_all(event, most=2)
    scenes = {Screen(event, now + timedelta(seconds=20 * n)).scene()["scene"] for n in range(9)}
    assert scenes == {"bracket"}


def test_results_open_at_a_time_of_the_form(client, event, announcer):
    client.post(f"{DESK}stages/cup/ceremony/time/", {"when": "2099-05-01T18:00"})
    when = datetime(2099, 5, 1, 18, tzinfo=UTC)
    assert Stage.objects.get(key="cup").reveals_at == when
    assert 'value="2099-05-01T18:00"' in client.get(f"{DESK}ceremony/").content.decode()
    assert "1 May 2099" in type(client)().get("/events/open/stages/cup/").content.decode()
    client.post(f"{DESK}stages/cup/ceremony/time/", {"when": "soon"})
    assert "Write a date and a time" in client.get(f"{DESK}ceremony/").content.decode()


def test_the_race_of_a_series_follows_its_wins(client, stakes_bots, olga):
    series = begun(olga, stakes_bots[:3])
    Projector.objects.create(event=series, scene="race")
    win(series, 1)
    win(series, 1)
    win(series, 0)
    text = client.get(f"{series.get_absolute_url()}projector/state/").content.decode()
    # Five wins fill a bar.
    assert re.findall(r'id="race-\d+" width="(\d+)"', text) == ["40", "20", "0"]
    figures = ["2 of 5 wins", "1 of 5 wins", "0 of 5 wins"]
    assert re.findall(r"projector-figure\">([^<]*)<", text) == figures
    Projector.objects.update(scene="table")
    text = client.get(f"{series.get_absolute_url()}projector/state/").content.decode()
    assert re.findall(r"projector-figure\">([^<]*)<", text) == figures
    shown = re.findall(r"<bdi[^>]*>(of-\w+)</bdi>", text)
    assert shown == ["of-bob", "of-alice", "of-charlie"]


def test_tables_have_points_and_a_race_is_as_long_as_its_stage(client, olga, redis_client):
    ensure_seasons()
    season = stage("season", Kind.LADDER, begins=0, ends=600)
    league = stage("league", Kind.ROUND_ROBIN, options={"games": 1})
    running_ = begin(olga, authors(5, 20), season, league)
    play_all(running_, most=5)
    state = f"{running_.get_absolute_url()}projector/state/"
    Projector.objects.create(event=running_, scene="race", stage=running_.stages.get(key="league"))
    widths = re.findall(r'id="race-\d+" width="(\d+)"', client.get(state).text)
    assert 0 < max(map(int, widths)) < 100
    row = running_.stages.get(key="season")
    assert row.season is not None
    for bot in Bot.objects.filter(event_entries__event=running_):
        Rating.objects.create(season=row.season, bot=bot, mu=30, sigma=1, games=9)
    Projector.objects.update(scene="table", stage=row)
    figures = re.findall(r"projector-figure\">([^<]*)<", client.get(state).text)
    assert len(figures) == 5
    assert all(re.fullmatch(r"\d+ ± \d+", figure) for figure in figures)


def test_an_announcement_is_shown_with_its_text(client, event, olga):
    message = talk.Message("Lunch", "At **noon**, in the hall.", projector=10)
    talk.announce(event, olga, message)
    text = client.get(STATE).text
    assert "<strong>Lunch</strong>" in text
    assert "<p>At <strong>noon</strong>, in the hall.</p>" in text


# Logos --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_a_logo_is_drawn_again_as_png(client, event, olga, form):
    client.force_login(olga)
    client.post(f"{DESK}ceremony/sponsors/", {"name": "Acme", "logo": picture(form)})
    sponsor = Sponsor.objects.get()
    assert (sponsor.name, sponsor.width, sponsor.height) == ("Acme", 800, 200)
    answer = type(client)().get(sponsor.get_absolute_url())
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/png", "nosniff")
    with Image.open(BytesIO(answer.getvalue())) as found:
        assert (found.format, found.size) == ("PNG", (800, 200))
    assert 'alt="Acme"' in client.get(PAGE).content.decode()
    # Projectors that are open learn of it, too.
    assert 'hx-swap-oob="true">' in client.get(STATE).text
    assert 'alt="Acme"' in client.get(STATE).text
    client.post(f"{DESK}ceremony/sponsors/{sponsor.pk}/remove/")
    assert not Sponsor.objects.exists()
    assert not sponsor.logo.storage.exists(str(sponsor.logo.name))


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


@pytest.mark.parametrize(
    ("upload", "why"),
    [
        (lambda: SimpleUploadedFile("logo.svg", SVG), "no picture that the site reads"),
        (lambda: picture("GIF"), "no picture that the site reads"),
        (lambda: SimpleUploadedFile("a.png", picture().read()[:200]), "no picture that the site"),
        (lambda: picture(size=(4001, 10)), "wider or higher than 4000 pixels"),
        (lambda: SimpleUploadedFile("a.png", b"x" * 2_000_001), "larger than 2 MB"),
    ],
)
def test_other_files_are_refused_with_the_reason(client, event, olga, upload, why):
    client.force_login(olga)
    answer = client.post(f"{DESK}ceremony/sponsors/", {"name": "Acme", "logo": upload()})
    assert answer.status_code == 422
    assert why in answer.content.decode()
    assert not Sponsor.objects.exists()


def test_an_event_has_at_most_eight_logos(client, event, olga):
    client.force_login(olga)
    for n in range(9):
        answer = client.post(f"{DESK}ceremony/sponsors/", {"name": f"S{n}", "logo": picture()})
    assert "at most 8 logos" in answer.content.decode()
    assert Sponsor.objects.count() == 8


def test_the_logo_of_a_draft_is_for_those_who_run_it(client, event, olga):
    client.force_login(olga)
    client.post(f"{DESK}ceremony/sponsors/", {"name": "Acme", "logo": picture()})
    Event.objects.update(state=Event.State.DRAFT)
    path = Sponsor.objects.get().get_absolute_url()
    assert client.get(path).status_code == 200
    assert type(client)().get(path).status_code == 404
    assert type(client)().get(PAGE).status_code == 404
