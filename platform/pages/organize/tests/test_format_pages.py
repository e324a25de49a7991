"""The organizer's pages show what a format makes of the entries."""

from __future__ import annotations

import pytest

from ladder.core.contest.plan import EventPlan, Feed, Kind, Seeding
from ladder.events.entrants import entering
from ladder.events.models import Event
from ladder.events.planning import acts, promises
from ladder.events.tests.conftest import bots as bots
from ladder.events.tests.conftest import eight as eight
from ladder.events.tests.steps import begin, go_on, open_event, play, play_all, stage, waiting
from matches.models import Match
from pages.organize.tests.test_stage_form import page_of, planned, shown

pytestmark = pytest.mark.django_db
GROUPS = stage("groups", Kind.ROUND_ROBIN, options={"group_size": 2, "group_limit": 3})
CUP = stage("cup", Kind.SINGLE, Feed("groups", 2, each_group=True), seeding=Seeding.GROUPS)


@pytest.fixture
def desk(client, olga):
    client.force_login(olga)
    return client


def test_the_plan_says_how_many_groups_the_present_entries_make(desk, olga, bots):
    event = open_event(olga, GROUPS, CUP)
    page = desk.get(f"/events/{event.slug}/organize/").text
    assert "Groups of 2 to 3 bots, as many as the number of bots needs." in page
    assert "With the present entries" not in page
    for bot in bots:
        entering.enter(event, bot, bot.owner)
    page = desk.get(f"/events/{event.slug}/organize/").text
    assert "With the present entries: 3 groups of 2 to 3 bots, 8 bots in all." in page
    assert "first 2 each" in page
    promises.keep(promises.preview(event).row.pk)
    dry = desk.get(f"/events/{event.slug}/organize/dry-run/").text
    assert "3 groups of 2 to 3 bots" in dry


def test_the_page_of_a_stage_has_its_groups_before_and_after_the_start(desk, olga, bots, client):
    event = open_event(olga, GROUPS, CUP)
    before = client.get("/events/open/stages/groups/").text
    assert "groups of 2 to 3 bots, as many as the number of bots needs" in before
    assert "the first 2 of each group qualify for Cup" in before
    assert "the first 2 of each group of Groups" in client.get("/events/open/stages/cup/").text
    for bot in bots:
        entering.enter(event, bot, bot.owner)
    acts.start(event, olga)
    play_all(event)
    assert "3 groups of 2 to 3 bots" in client.get("/events/open/stages/groups/").text
    assert client.get("/api/v1/events/open/").json()["stages"][0]["group_words"] == (
        "3 groups of 2 to 3 bots"
    )


def test_groups_and_seeds_by_groups_are_set_in_the_form(desk, olga):
    plain = (stage("groups", Kind.ROUND_ROBIN), stage("cup", Kind.SINGLE, Feed("groups", 8)))
    event: Event = acts.create(olga, acts.Draft("Cup", EventPlan(plain)))
    data = shown(desk, event, "cup")
    wrong = desk.post(page_of(event, "cup"), data | {"seeding": "groups"})
    assert wrong.status_code == 422
    assert "No source of this stage is split into groups." in wrong.text
    data = shown(desk, event, "groups") | {"group_size": "4", "group_limit": "5"}
    assert desk.post(page_of(event, "groups"), data).status_code == 302
    data = shown(desk, event, "cup") | {"seeding": "groups"}
    data |= {"feeds-0-count": "2", "feeds-0-each_group": "on"}
    assert desk.post(page_of(event, "cup"), data).status_code == 302
    groups, cup = planned(event).stages
    assert (groups.options.group_size, groups.options.group_limit) == (4, 5)
    assert cup.feeds == (Feed("groups", 2, each_group=True),)
    assert cup.seeding is Seeding.GROUPS


def test_longer_last_rounds_and_play_offs_are_set_in_the_form(desk, olga):
    event = acts.create(
        olga,
        acts.Draft("Cup", EventPlan((stage("swiss", Kind.SWISS), stage("cup", Kind.SINGLE)))),
    )
    data = shown(desk, event, "cup")
    wrong = desk.post(page_of(event, "cup"), data | {"last_games": "five"})
    assert "Enter numbers such as 5, 3." in wrong.text
    wrong = desk.post(page_of(event, "cup"), data | {"last_games": "21"})
    assert "Enter numbers from 1 to 20." in wrong.text
    data |= {"last_games": "5, 3", "early": "on", "games": "1"}
    assert desk.post(page_of(event, "cup"), data).status_code == 302
    data = shown(desk, event, "swiss") | {"accelerated": "on", "cut": "8"}
    wrong = desk.post(page_of(event, "swiss"), data | {"place_points": "3, 5"})
    assert "A later place cannot have more points" in wrong.text
    data |= {"place_points": "5, 3 2", "start_points": " ".join(["100"] * 48)}
    assert desk.post(page_of(event, "swiss"), data).status_code == 302
    swiss, cup = planned(event).stages
    assert (cup.options.games, cup.options.last_games, cup.options.early) == (1, (5, 3), True)
    assert (swiss.options.accelerated, swiss.options.cut) == (True, 8)
    assert (swiss.options.place_points, swiss.options.start_points) == ((5, 3, 2), (100,) * 48)
    assert shown(desk, event, "swiss")["place_points"] == "5, 3, 2"
    assert shown(desk, event, "cup")["last_games"] == "5, 3"


def test_a_king_of_the_hill_shows_the_holder_and_the_queue(desk, olga, bots, client):
    hill = stage("hill", Kind.HILL, options={"games": 1, "rounds": 3})
    event = begin(olga, bots[:4], hill)
    play(waiting(event)[0])
    go_on(event)
    page = client.get("/events/open/stages/hill/").text
    assert "holds the hill" in page
    queue = page.split("Next challengers:")[1].split("</section>")[0]
    assert [name for name in ("b1", "b2", "b3") if f">{name}<" in queue] == ["b1", "b2", "b3"]
    assert queue.index("b2") < queue.index("b3") < queue.index("b1")
    assert "Longest reign" in page
    assert "Each challenge is worth 1 point" in page
    assert "Without an opponent" not in page
    play_all(event)
    page = client.get("/events/open/stages/hill/").text
    assert "held the hill at the end" in page
    assert "Next challengers" not in page
    body = client.get("/api/v1/events/open/stages/hill/").json()
    assert body["tie_breaks"] == ["longest-reign", "reigns", "seed"]
    assert [row["points"] for row in body["groups"][0]["rows"]] == [3, 0, 0, 0]
    sheet = client.get("/events/open/stages/hill/table.csv").getvalue().decode()
    assert "tie_longest_reign,tie_reigns,tie_seed" in sheet.splitlines()[0]


def test_a_schedule_has_its_rounds_and_its_table(desk, olga, bots, client):
    event = begin(olga, bots[:4], stage("schedule", Kind.SCHEDULE, options={"rounds": 2}))
    play_all(event)
    page = client.get("/events/open/stages/schedule/").text
    assert "Every bot plays the same number of encounters." in page
    assert "Buchholz" in page
    assert event.stages.get().encounters.count() == 4
    assert "Match day:" not in page
    draft = acts.create(olga, acts.Draft("Cup", EventPlan((stage("season", Kind.SCHEDULE),))))
    data = shown(desk, draft, "season") | {"matchday": "often"}
    assert desk.post(page_of(draft, "season"), data).status_code == 422
    data |= {"matchday": "1d"}
    assert desk.post(page_of(draft, "season"), data).status_code == 302
    assert planned(draft).stages[0].options.matchday == 24 * 60
    assert shown(desk, draft, "season")["matchday"] == "1d"
    daily = begin(olga, bots[:4], planned(draft).stages[0])
    page = client.get(f"{daily.get_absolute_url()}stages/season/?round=2").text
    assert "A round begins every day." in page
    assert "Match day:" in page
    assert Match.objects.filter(event_game__encounter__stage__event=daily).count() == 4


@pytest.mark.parametrize(("name", "kind"), [("hill", Kind.HILL), ("schedule", Kind.SCHEDULE)])
def test_templates_of_new_formats_can_be_published(desk, name, kind):
    frame = {"name": "Cup", "time_zone": "Europe/Warsaw", "per_person": 1, "most_entries": 64}
    answer = desk.post(f"/events/plan/{name}/", {**frame, "top": 0, "rules": ["snake/standard"]})
    assert answer.status_code == 302, answer.text
    event = Event.objects.get()
    assert [each.kind for each in event.planned.stages] == [kind]
    desk.post(f"/events/{event.slug}/organize/publish/")
    event.refresh_from_db()
    assert event.state == Event.State.OPEN
