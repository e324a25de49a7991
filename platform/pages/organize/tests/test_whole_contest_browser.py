"""A contest from its first idea to its ceremony, by mouse: an owner, a judge and an announcer, 24
entrants from a list, three of them teams.  Two drop out, the groups are played again when the cup
has begun, and one bot is disqualified.  The tables are those of `tests.contest.plain`, which knows
the rules of the formats and nothing of the site, and a file makes the same plan."""

from __future__ import annotations

import csv
import tomllib
from functools import partial
from pathlib import Path
from zlib import crc32

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from accounts.models import Membership, Team, User
from bots.models import Bot
from ladder.events.entrants import entering, invitations
from ladder.events.models import Event
from ladder.events.people import let_create
from ladder.events.planning import contest_files
from ladder.events.tests.steps import go_on, play_all
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import make_bot
from tests.browsing import check_page, context_for, keep_picture, open_page
from tests.contest import plain
from tests.contest.clerk import report_of

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("events")]
PEOPLE, NEWCOMERS, TEAMS = 19, 2, 3
WIDTHS = (390, 1280)
HALL = {"width": 1920, "height": 1080}

FILE = """
slug = "winter-cup-again"
name = "Winter Cup"
time_zone = "UTC"
per_person = 1
most_entries = 24
publish = true

[people]
judith = "judge"
anna = "announcer"

[[stages]]
key = "groups"
name = "Groups"
game = "snake"
ruleset = "standard"
kind = "round-robin"
begins = 0
options = { group_size = 4, group_limit = 5 }

[[stages]]
key = "cup"
name = "Cup"
game = "snake"
ruleset = "standard"
kind = "single-elimination"
feeds = [{ source = "groups", count = 2, each_group = true }]
seeding = "groups"
reveal = "hidden"
options = { games = 4, third_place = true }
"""


def by_lot(names: list[str], salt: str = "") -> list[int]:
    """The ranks of two bots: mostly the smaller number wins, one game in seven is drawn, and one in
    five an upset.  Another ``salt`` makes others of them."""
    first, second = names
    lot = crc32(" ".join([salt, *sorted(names)]).encode())
    if lot % 7 == 0:
        return [1, 1]
    is_first = (int(first[1:]) < int(second[1:])) is not (lot % 5 == 0)
    return [1, 2] if is_first else [2, 1]


class People:
    """The pages of everybody, each in a browser context of its own."""

    def __init__(self, browser: Browser, live_server) -> None:
        self._browser, self._site = browser, live_server
        self.errors: list[str] = []
        self.contexts: list[BrowserContext] = []

    def page(self, name: str, **how) -> Page:
        user = User.objects.filter(username=name).first()
        context = context_for(self._browser, self._site, user, **how)
        self.contexts.append(context)
        page = open_page(context, self.errors)
        page.set_default_timeout(15_000)
        return page


@pytest.fixture
def people(browser, transactional_db, redis_client, live_server, olga, monkeypatch):
    monkeypatch.setattr("ladder.events.planning.forecasts.RUNS", 10)
    ensure_seasons()
    for name in ("owen", "judith", "anna"):
        User.objects.create_user(name, password="of no use")
    let_create(olga, "owen")
    found = People(browser, live_server)
    yield found
    for context in found.contexts:
        context.close()
    assert [text for text in found.errors if "422" not in text] == []


def look(page: Page, name: str) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        check_page(page, width)
        keep_picture(page, f"contest-{name}-{width}", whole=True)


def test_a_contest_by_mouse_from_the_plan_to_the_ceremony(people, olga):
    owner = people.page("owen")
    event = plan(owner)
    give_roles(owner, event)
    codes = import_list(owner, event)
    come(people, event, codes)
    see_entrants(owner, event)
    assert event.entries.count() == PEOPLE + NEWCOMERS + TEAMS
    judge = people.page("judith")
    play_groups(people, owner, judge, event)
    play_cup(judge, event)
    show(people, event)
    check_tables(event)
    check_file(event, olga)


def plan(page: Page) -> Event:
    """Groups and a cup that is kept back, published."""
    page.goto("/events/")
    page.get_by_role("link", name="Plan an event").first.click()
    page.get_by_role("link", name="Use Groups and cup").click()
    page.get_by_label("Name").fill("Winter Cup")
    page.get_by_label("Snake, Standard").check()
    page.get_by_text("More settings").click()
    page.get_by_label("Time zone").fill("UTC")
    page.get_by_label("Maximum number of bots per game").fill("24")
    page.get_by_role("button", name="Create draft").last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Organize Winter Cup")
    page.get_by_role("link", name="Cup", exact=True).click()
    page.get_by_label("Results are shown to").select_option(
        label="Organizers, until they reveal them"
    )
    page.get_by_role("button", name="Save stage").click()
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("is public, and bots can enter")).to_be_visible()
    return Event.objects.get(name="Winter Cup")


def give_roles(page: Page, event: Event) -> None:
    page.get_by_role("link", name="Organize", exact=True).click()
    page.get_by_role("link", name="People", exact=True).click()
    for name, role in (("judith", "Judge"), ("anna", "Announcer")):
        page.get_by_label("Name of the person").fill(name)
        page.get_by_label("Role", exact=True).select_option(label=role)
        page.get_by_role("button", name="Give role").click()
        expect(page.get_by_text(f"{name} is {role.lower()} of Winter Cup now.")).to_be_visible()
    look(page, "people")


def import_list(page: Page, event: Event) -> dict[str, str]:
    """A list with a mistake, then without it; the codes by name."""
    for number in range(PEOPLE):
        User.objects.create_user(f"author-{number}", password="of no use")
    rows = [f"author-{n},person" for n in range(PEOPLE)]
    rows += [f"Newcomer {n},person" for n in range(NEWCOMERS)]
    rows += [f"Team {n},team" for n in range(TEAMS)]
    page.get_by_role("link", name="Entrants", exact=True).click()
    page.get_by_role("link", name="Import").click()
    page.get_by_label("Or paste the list").fill("\n".join(["name,note", *rows, "Team 0,team"]))
    page.get_by_role("button", name="Check the list").click()
    expect(page.get_by_text("“Team 0” is also in line 23.")).to_be_visible()
    page.get_by_label("Or paste the list").fill("\n".join(["name,note", *rows]))
    page.get_by_role("button", name="Check the list").click()
    page.get_by_role("button", name="Import 24 rows").click()
    expect(page.get_by_role("heading", name="24 codes")).to_be_visible()
    with page.expect_download() as found:
        page.get_by_role("button", name="Download CSV").click()
    with Path(found.value.path()).open(newline="") as file:
        return {row["name"]: row["code"] for row in csv.DictReader(file)}


def come(people: People, event: Event, codes: dict[str, str]) -> None:
    """One invited person and one captain by mouse, the others by the same services."""
    bots = [make_bot(User.objects.get(username=f"author-{n}"), f"b{n}") for n in range(PEOPLE)]
    for number in range(NEWCOMERS):
        person = User.objects.create_user(f"newcomer-{number}", password="of no use")
        invitations.redeem(event, person, codes[f"Newcomer {number}"])
        bots.append(make_bot(person, f"b{PEOPLE + number}"))
    bots += [team_bot(number) for number in range(TEAMS)]
    invited = people.page("author-0")
    invited.goto(event.get_absolute_url())
    invited.get_by_role("button", name="Accept invitation").click()
    invited.get_by_role("button", name="Enter bot").click()
    captain = people.page("captain-0")
    captain.goto(event.get_absolute_url())
    captain.get_by_role("link", name="I have a code").click()
    captain.get_by_role("textbox", name="Code").fill(codes["Team 0"])
    captain.get_by_role("button", name="Accept invitation").click()
    captain.get_by_role("button", name="Enter bot").click()
    expect(captain.get_by_text("entered", exact=True)).to_be_visible()
    for bot in bots:
        if not event.entries.filter(bot=bot).exists():
            if bot.team and not event.invitations.filter(person=bot.owner).exists():
                invitations.redeem(event, bot.owner, codes[bot.team.name])
            entering.enter(event, bot, bot.owner)


def team_bot(number: int) -> Bot:
    captain = User.objects.create_user(f"captain-{number}", password="of no use")
    mate = User.objects.create_user(f"mate-{number}", password="of no use")
    team = Team.objects.create(name=f"Team {number}")
    for person, role in ((captain, "owner"), (mate, "developer")):
        Membership.objects.create(team=team, user=person, role=role, accepted=True)
    return make_bot(captain, f"b{PEOPLE + NEWCOMERS + number}", team)


def see_entrants(page: Page, event: Event) -> None:
    page.goto(f"/events/{event.slug}/organize/entrants/")
    expect(page.get_by_role("link", name="Entered 24")).to_be_visible()
    look(page, "entrants")


def play_groups(people: People, owner: Page, judge: Page, event: Event) -> None:
    """The owner starts; one author and the owner take bots out while the groups are played."""
    owner.goto(f"/events/{event.slug}/organize/run/")
    owner.get_by_role("button", name="Start now").click()
    expect(owner.get_by_text("has started.")).to_be_visible()
    play_all(event, by_lot, most=20)
    author = people.page("author-7")
    author.goto(event.get_absolute_url())
    author.get_by_text("Withdraw…").click()
    author.get_by_label("Reason").fill("It crashes.")
    author.get_by_role("button", name="Withdraw", exact=True).click()
    expect(author.get_by_text("author-7/b7 is withdrawn.")).to_be_visible()
    owner.goto(f"/events/{event.slug}/organize/entrants/")
    owner.get_by_label("Withdraw captain-2/b23").click()
    row = owner.locator("details[open]")
    row.get_by_label("Reason").fill("The team has left the hall.")
    row.get_by_role("button", name="Withdraw").click()
    expect(owner.get_by_text("b23 is withdrawn.")).to_be_visible()
    play_all(event, by_lot, most=40)
    judge.goto(f"/events/{event.slug}/organize/run/")
    expect(judge.get_by_role("button", name="Start now")).to_have_count(0)
    look(judge, "judge")


def play_cup(judge: Page, event: Event) -> None:
    """The judge takes the groups back while the cup is played.  After the cup, one of its bots is
    disqualified."""
    play_all(event, by_lot, most=30)
    cup = event.stages.get(key="cup")
    before = set(cup.entries.exclude(number=None).values_list("entry__bot__name", flat=True))
    take_groups_back(judge, event)
    again = partial(by_lot, salt="again")
    play_all(event, again)
    after = set(cup.entries.exclude(number=None).values_list("entry__bot__name", flat=True))
    assert after != before
    judge.goto(f"/events/{event.slug}/organize/run/")
    judge.get_by_role("link", name="Disqualify author-2/b2").click()
    look(judge, "disqualify")
    judge.get_by_label("Reason").fill("Two authors.")
    judge.get_by_role("button", name="Disqualify bot").click()
    expect(judge.get_by_text("author-2/b2 is disqualified")).to_be_visible()
    go_on(event)
    play_all(event, again)


def take_groups_back(judge: Page, event: Event) -> None:
    judge.goto(f"/events/{event.slug}/organize/run/")
    judge.get_by_role("link", name="Take Groups back").click()
    look(judge, "take-back")
    judge.get_by_text("Take back…").click()
    judge.get_by_label("Reason").fill("The boards of the groups were the wrong ones.")
    judge.get_by_role("button", name="Take back", exact=True).click()
    expect(judge.get_by_text("Groups is played again, and so is Cup").first).to_be_visible()
    look(judge, "taken-back")


def show(people: People, event: Event) -> None:
    """The announcer shows place by place, and the hall sees each."""
    hall = people.page("", viewport=HALL)
    hall.goto(f"{event.get_absolute_url()}projector/")
    phone = people.page("anna", viewport={"width": 390, "height": 844})
    phone.goto(f"/events/{event.slug}/organize/ceremony/")
    phone.get_by_label("First place to show").fill("5")
    phone.get_by_role("button", name="Begin the ceremony").click()
    names: dict[int, list[str]] = {}
    for bot, place in plain.final(report_of(event), "cup"):
        names.setdefault(place, []).append(bot.partition("/")[2])
    for place in sorted((place for place in names if place <= 5), reverse=True):
        phone.get_by_role("button", name=f"Show place {place}", exact=True).click()
        for name in names[place]:
            expect(hall.locator(".projector-bot", has_text=name).first).to_be_visible(timeout=6000)
        expect(hall.locator(".projector-bot")).to_have_count(len(names[place]))
        keep_picture(hall, f"contest-hall-place-{place}")
    expect(hall.locator(".projector-call")).to_have_text("Winner")
    phone.goto(event.get_absolute_url())
    look(phone, "over")


def check_tables(event: Event) -> None:
    report = report_of(event)
    assert len(report["out"]) == 3
    found = plain.tables(report)
    for stage in report["stages"]:
        assert stage["places"] == dict(found[stage["key"]]), stage["key"]


def check_file(event: Event, by: User) -> None:
    """The file of the same contest makes the same plan."""
    applied = contest_files.apply(contest_files.read(tomllib.loads(FILE)), by)
    again = Event.objects.get(slug=applied.slug)
    assert again.planned == event.planned
    own, other = (contest_files.document_of(each) for each in (event, again))
    for document in (own, other):
        document.pop("slug")
        assert isinstance(document["people"], dict)
        document["people"] = {k: v for k, v in document["people"].items() if v != "owner"}
    assert own == other
