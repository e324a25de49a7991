"""A whole round on a whole site: uploaded bots and house bots, one click, and the standings that
follow from the replays alone."""

from __future__ import annotations

import io
import json
import math
import re
import urllib.request
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, expect

from games.engine import JSON
from games.replay import ReplayReader
from games.tests.conformance import replay_reaches_the_same_frames
from games.xghj.game import XGHJ
from tests.shared import fresh
from tests.site import Site, eventually

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("site"),
    pytest.mark.timeout(1800),
]

SECONDS = 600
"""Of patience; on an idle machine the builds take half a minute and the round a quarter."""
WINS = 5
HOUSE = ("house/turtle", "house/diplomat")
"""Seats beyond those of the entrants go to guests: four of the standard rules, one of four."""
KITS = ("careful", "quick")
"""Bots that are starter kits as they are downloaded: as many as there are languages."""
PASSWORD = "a-long-enough-one"


def api(site: Site, path: str) -> JSON:
    with urllib.request.urlopen(f"{site.address}/api/v1/{path}", timeout=30) as answer:  # noqa: S310
        return json.load(answer)


@dataclass(frozen=True)
class Game:
    """A game from its replay: ranks and handicaps by bot, of guests (several seats) the last."""

    ranks: dict[str, int]
    handicaps: dict[str, float]


def games_since(site: Site, began: datetime, seats: int) -> list[Game]:
    """All games of all series since a time, in the order in which they were made; each has this
    number of seats."""
    since = quote(began.isoformat())
    listed = api(site, f"matches/?kind=series&page_size=200&since={since}")
    assert listed["next"] is None
    matches = sorted(listed["results"], key=lambda match: match["id"])
    assert {(match["state"], len(match["seats"])) for match in matches} == {("finished", seats)}
    replays = [replay_of(site, match["id"]) for match in matches]
    replay_reaches_the_same_frames(XGHJ, replays[-1].read())
    return [game_of(replay) for replay in replays]


def replay_of(site: Site, match: int) -> ReplayReader:
    with urllib.request.urlopen(f"{site.address}/api/v1/matches/{match}/replay/") as answer:  # noqa: S310
        return ReplayReader(io.BytesIO(answer.read()))


def game_of(replay: ReplayReader) -> Game:
    seats = replay.header["setup"]["seats"]
    ends = replay.result["outcome"]["seats"]
    return Game(
        {seat["name"]: end["rank"] for seat, end in zip(seats, ends, strict=True)},
        {seat["name"]: seat["handicap"] for seat in seats},
    )


@dataclass
class Tally:
    wins: int = 0
    left: int | None = None
    places: int = 0


def tallies(
    entrants: Sequence[str], games: Sequence[Game], winners_wanted: int
) -> dict[str, Tally]:
    """Where everybody stands, by the rules as they are told to people.  Also that each game had
    the entrants that had not left, and that each began it with what its wins were worth."""
    found = {name: Tally() for name in entrants}
    for number, game in enumerate(games, 1):
        here = {name for name, tally in found.items() if tally.left is None}
        assert here == set(entrants) & set(game.ranks)
        assert Counter(tally.left is not None for tally in found.values())[True] < winners_wanted
        first = min(game.ranks[name] for name in here)
        winners = {name for name in here if game.ranks[name] == first}
        for name in here:
            assert game.handicaps[name] == Fraction(3, 2) ** found[name].wins
            found[name].places += 1 + sum(game.ranks[n] < game.ranks[name] for n in here)
            found[name].wins += name in winners and winners != here
            if found[name].wins == WINS:
                found[name].left = number
        assert all(game.handicaps[guest] == 1 for guest in set(game.ranks) - here)
    return found


def in_order(found: dict[str, Tally]) -> list[str]:
    """The best first; equals in the order in which they were named."""
    return sorted(found, key=lambda n: (found[n].left or math.inf, -found[n].wins, found[n].places))


def log_in(browser: Browser, site: Site) -> BrowserContext:
    """As the organizer."""
    context = browser.new_context(base_url=site.address, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto("/accounts/login/")
    page.locator('input[name="login"]').fill("organizer")
    page.locator('input[name="password"]').fill(site.password)
    page.locator("main").get_by_role("button", name=re.compile("log in", re.IGNORECASE)).click()
    expect(page).to_have_url(re.compile(r"/bots/$"))
    page.close()
    return context


def upload_kits(browser: Browser, site: Site, owner: str, languages: Sequence[str]) -> None:
    """Somebody signs up, downloads the starter kits and uploads them as they are."""
    context = browser.new_context(base_url=site.address)
    page = context.new_page()
    page.goto("/accounts/signup/")
    page.locator('input[name="username"]').fill(owner)
    page.locator('input[name="email"]').fill(f"{owner}@example.org")
    page.locator('input[name="password1"]').fill(PASSWORD)
    page.locator('input[name="password2"]').fill(PASSWORD)
    page.locator("main").get_by_role("button", name=re.compile("sign up", re.IGNORECASE)).click()
    expect(page).to_have_url(re.compile(r"/bots/$"))
    (token,) = [c["value"] for c in context.cookies() if c["name"] == "csrftoken"]
    for name, language in zip(KITS, languages, strict=False):
        made = page.request.post(
            "/api/v1/bots/",
            data={"game": XGHJ.name, "name": name},
            headers={"X-CSRFToken": token},
        )
        assert made.status == 201, made.text()
        kit = page.request.get(f"/games/{XGHJ.name}/kit/{language}.zip").body()
        file: FilePayload = {"name": "a.zip", "mimeType": "application/zip", "buffer": kit}
        sent = page.request.post(
            f"/api/v1/bots/{made.json()['id']}/versions/",
            multipart={"file": file},
            headers={"X-CSRFToken": token},
        )
        assert sent.status == 201, sent.text()
    context.close()


def all_play(site: Site, owner: str, own: int) -> bool:
    """Whether all bots of this person, ``own`` of them, and of the house are built and proven."""
    found = api(site, f"bots/?game={XGHJ.name}&page_size=200")["results"]
    bots = [bot for bot in found if bot["owner"] in (owner, "house")]
    return len(bots) == own + len(XGHJ.house) and all(bot["is_playing"] for bot in bots)


def plan(page: Page, slug: str, rules: str, entrants: Sequence[str], winners: int) -> None:
    page.goto(f"/events/new/?rules={XGHJ.name}/{rules}")
    page.locator('[name="name"]').fill(slug.replace("-", " ").capitalize())
    for seat, name in enumerate(entrants):
        page.locator(f'[name="place_{seat}"]').fill(name)
    page.locator('[name="winners"]').fill(str(winners))
    page.get_by_role("button", name="Plan series").click()
    expect(page).to_have_url(re.compile(rf"/events/{slug}/$"))


@pytest.mark.parametrize(
    ("rules", "winners", "languages"),
    [
        ("four", 1, ("python",)),
        pytest.param("standard", 1, ("python", "python"), marks=pytest.mark.nightly),
        pytest.param("standard", 2, ("python", "cpp"), marks=pytest.mark.nightly),
    ],
)
def test_a_round_runs_unattended_from_one_click_and_its_standings_follow_from_its_games(
    browser: Browser, site: Site, rules: str, winners: int, languages: Sequence[str]
):
    owner, slug = fresh("rounder"), fresh("a-round")
    entrants = (*(f"{owner}/{bot}" for bot in KITS[: len(languages)]), *HOUSE)
    upload_kits(browser, site, owner, languages)
    eventually(lambda: all_play(site, owner, len(languages)), SECONDS, 2)
    context = log_in(browser, site)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    began = datetime.now(UTC)
    plan(page, slug, rules, entrants, winners)
    with page.expect_navigation():
        page.get_by_role("button", name="Start").click()
    page.clock.install()
    page.goto(f"/events/{slug}/stages/series/")
    page.evaluate("window.same = true")
    eventually(lambda: is_over(page, slug), SECONDS)
    page.clock.fast_forward(10_000)  # the page asks for news as often as that
    over = page.get_by_text(re.compile(r"\d+ games played\.\s+All winners are found\."))
    expect(over).to_be_visible()
    assert page.evaluate("window.same") is True, "the page kept up by itself"
    assert errors == []
    games = games_since(site, began, XGHJ.ruleset(rules).seats)
    found = tallies(entrants, games, winners)
    assert sum(tally.left is not None for tally in found.values()) >= winners
    rows = page.locator("table.series-table").first.locator("tbody tr")
    assert rows.count() == len(entrants)
    for row, name in zip(rows.all(), in_order(found), strict=True):
        tally = found[name]
        assert name in row.inner_text().replace("\n", "")
        expect(row).to_contain_text(f"{tally.wins} of 5")
        expect(row.get_by_text("winner")).to_have_count(int(tally.left is not None))
        expect(row).to_contain_text(f"after game {tally.left}" if tally.left else "–")
    standings_agree(site, slug, found, len(games))
    look_at_every_width(page, slug)
    context.close()


def is_over(page: Page, slug: str) -> bool:
    """As the site tells the organizer, who may ask more often than others."""
    told = page.request.get(f"/api/v1/series/{slug}/").json()
    return bool(told["series"]["state"] == "finished")


def standings_agree(site: Site, slug: str, found: dict[str, Tally], games: int) -> None:
    """The API's answers to programs."""
    told = api(site, f"series/{slug}/")
    assert (told["series"]["state"], len(told["games"]), told["now"]) == ("finished", games, None)
    lines = {f"{row['bot']['owner']}/{row['bot']['name']}": row for row in told["standings"]}
    assert list(lines) == in_order(found)
    for name, tally in found.items():
        line = lines[name]
        assert (line["wins"], line["left_after"]) == (tally.wins, tally.left)
        assert line["sum_of_places"] == tally.places
        assert line["won"] is (tally.left is not None)


def look_at_every_width(page: Page, slug: str) -> None:
    for path in ("", "standings/", "matches/"):
        page.goto(f"/events/{slug}/{path}")
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") == width
