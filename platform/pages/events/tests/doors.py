"""A contest, the seven doors that show its results, and what each must say of it.

It has a bot that withdrew, one that was disqualified, a tie that the seed decided, encounters that
organizers decided, a match that another one replaced, and a hidden round.
"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string

from accounts.models import User
from ladder.core.contest.plan import Feed, Kind, Reveal, Seeding, StagePlan
from ladder.events.entrants import dropping
from ladder.events.mending.decisions import Decide
from ladder.events.mending.rulings import Disqualify
from ladder.events.models import Event, Projector, Scene
from ladder.events.reading.viewer import EventViewer
from ladder.events.showing import ceremony
from ladder.events.tests import steps
from matches.models import Match
from matches.recorded.voiding import void
from pages.events.archive.builder import EventArchive
from pages.events.screens.scenes import Screen

PATH = "/events/open/"
KEYS = ("league", "cup")
ONE_GAME: dict[str, Any] = {"seeding": Seeding.ORDER, "options": {"games": 1}}


@dataclass(frozen=True)
class Line:
    """The row of a bot in the table of the league, as a door has it; None where it says nothing."""

    place: int
    bot: str
    left: str
    points: float
    by_seed: bool | None = False
    qualifies: bool | None = True


@dataclass(frozen=True)
class Said:
    """``won``: the bots that have won an encounter of the cup.  ``kept_back``: a door that shows
    no part of a stage says instead that the cup is kept back."""

    league: tuple[Line, ...]
    won: frozenset[str] = frozenset({"b0", "b3"})
    void: int | None = 1
    kept_back: bool = False


LEAGUE = (
    Line(1, "b2", "", 4),
    Line(2, "b0", "", 3.5, by_seed=True),
    Line(3, "b4", "", 3.5, by_seed=True),
    Line(4, "b3", "", 3),
    Line(5, "b5", "withdrew", 0, qualifies=False),
    Line(6, "b1", "disqualified", 0, qualifies=False),
)
"""All games are drawn.  b2 was awarded its encounter with b3, and the cup's with b2 went to b3."""


def hold_contest(
    olga: User, league: StagePlan, ended: Callable[[Event], object] = steps.go_on
) -> None:
    """``ended`` gets the event after the last game of the league that is played."""
    cup = steps.stage("cup", Kind.SINGLE, Feed("league", 4), reveal=Reveal.HIDDEN, **ONE_GAME)
    event = steps.begin(olga, steps.authors(6), league, cup)
    leaving = event.entries.get(bot__name="b5")
    dropping.withdraw(leaving, leaving.bot.owner, "A bug")
    Disqualify(event.entries.get(bot__name="b1")).do(olga, "two authors")
    steps.go_on(event)
    void(_drawn(event, "b0", "b4"), olga, "The referee's machine was out of order.")
    _decide(event, olga, "b2", "b3")
    for pair in (("b0", "b4"), ("b0", "b2"), ("b0", "b3"), ("b2", "b4"), ("b3", "b4")):
        _drawn(event, *pair)
    ended(event)
    _decide(event, olga, "b3", "b2")
    steps.play_all(event)
    ceremony.show_rounds(event.stages.get(key="cup"), olga, 1)


def _drawn(event: Event, *bots: str) -> Match:
    for match in steps.waiting(event):
        if {seat.program.bot.name for seat in match.seats.all()} == {*bots}:
            return steps.play(match, lambda seats: [1] * len(seats))
    raise LookupError(bots)


def _decide(event: Event, by: User, winner: str, loser: str) -> None:
    stage = event.stages.get(state="running")
    numbers = dict(stage.entries.values_list("entry__bot__name", "number"))
    both = {numbers[winner], numbers[loser]}
    rows = stage.encounters.filter(obsolete=False).order_by("pk")
    row = next(each for each in rows if {*each.entrants} == both)
    number = numbers[winner]
    assert number is not None
    Decide(row, number).do(by, "The opponent used its source.")
    steps.go_on(event)


# The doors ----------------------------------------------------------------------------------------


def page(client, event: Event) -> Said:
    league, cup = (client.get(f"{PATH}stages/{key}/").text for key in ("league", "cup"))
    matches = client.get(f"{PATH}matches/?state=void").text
    return Said(of_table(section(league)), of_bracket(cup), section(matches).count(">void<"))


def files(client, event: Event) -> Said:
    league, cup, matches = (
        client.get(f"{PATH}{name}.csv").getvalue().decode()
        for name in ("stages/league/table", "stages/cup/table", "matches")
    )
    return of_files(league, cup, matches)


def document(client, event: Event) -> Said:
    return of_document(client.get(f"{PATH}results.json").getvalue())


def paper(client, event: Event) -> Said:
    text = client.get(f"{PATH}print/").text
    lines = of_table(section(text[text.index("League: table") :]))
    kept_back = "Results of some stages are kept back" in text
    silent = tuple(replace(line, qualifies=None) for line in lines)
    void = len(re.findall(r"<td>void", text))
    return Said(silent, of_bracket(text), void, kept_back)


def projector(client, event: Event) -> Said:
    def scene(scene: Scene, key: str) -> str:
        stage = event.stages.get(key=key)
        Projector.objects.update_or_create(
            event=event, defaults={"scene": scene.value, "stage": stage}
        )
        return render_to_string("events/_projector_now.html", Screen(event).scene())

    lines = []
    for row in re.findall(r"<li.*?</li>", scene(Scene.TABLE, "league"), re.DOTALL):
        words = plain(row)
        lines.append(Line(int(words[0]), words[1], of_left(row), float(words[-1]), None, None))
    return Said(tuple(lines), of_bracket(scene(Scene.BRACKET, "cup")), None)


def archive(client, event: Event) -> Said:
    """Its pages, which its files must not contradict."""
    file = io.BytesIO()
    EventArchive(EventViewer(event, AnonymousUser()), with_replays=False).write(file)
    with zipfile.ZipFile(file) as packed:
        league, cup = (packed.read(f"stages/{key}/index.html").decode() for key in KEYS)
        league_csv, cup_csv = (packed.read(f"data/stages/{key}.csv").decode() for key in KEYS)
        matches, results = packed.read("data/matches.csv"), packed.read("data/results.json")
        decided = packed.read("decisions.html").decode()
    found = of_files(league_csv, cup_csv, matches.decode())
    assert of_document(results) == document(client, event)
    assert found == files(client, event)
    assert decided.count("The opponent used its source.") == 2
    return Said(of_table(section(league)), of_bracket(cup), found.void)


def interface(client, event: Event) -> Said:
    league, cup = (client.get(f"/api/v1{PATH}stages/{key}/").json() for key in KEYS)
    ((league_group,), (cup_group,)) = league["groups"], cup["groups"]
    assert (league["up_to_round"], cup["up_to_round"]) == (None, 1)
    lines = tuple(of_data(row, bool(row["goes_on_to"])) for row in league_group["rows"])
    won = {slot["winner"]["name"] for slot in cup_group["slots"] if slot["winner"]}
    matches = client.get(f"/api/v1{PATH}matches/").json()["results"]
    return Said(lines, frozenset(won), sum(row["match"]["voided"] is not None for row in matches))


DOORS: dict[str, Callable[[Any, Event], Said]] = {
    "page": page,
    "files": files,
    "results.json": document,
    "paper": paper,
    "projector": projector,
    "archive": archive,
    "API": interface,
}


# Their answers ------------------------------------------------------------------------------------


def section(text: str) -> str:
    """The first table with the sentences after it."""
    return text[text.index("<table") :].split("</section>", 1)[0]


def plain(html: str) -> list[str]:
    return re.sub(r"<[^>]*>", " ", html).replace("·", " ").split()


def of_left(text: str) -> str:
    found = re.search("disqualified|withdrew", text)
    return found[0] if found else ""


def of_table(text: str) -> tuple[Line, ...]:
    tied = set(re.findall(r"/(b\d)", " ".join(re.findall(r"[^>]* are tied on ", text))))
    found = []
    for row in re.findall(r"<tr.*?</tr>", text, re.DOTALL)[1:]:
        head, _, figures = row.partition("</th>")
        (bot,) = set(re.findall(r"\bb\d\b", re.sub(r'title="[^"]*"', "", head)))
        place, points = plain(head)[0], plain(figures)[0]
        goes = "qualified for Cup" in head
        found.append(Line(int(place), bot, of_left(head), float(points), bot in tied, goes))
    return tuple(found)


def of_bracket(text: str) -> frozenset[str]:
    won = re.findall(r'class="bracket-place bracket-won".*?</p>', text, re.DOTALL)
    return frozenset(re.findall(r"\bb\d\b", " ".join(won)))


def of_data(row: dict[str, Any], qualifies: bool | None) -> Line:
    bot = row["bot"] if isinstance(row["bot"], str) else row["bot"]["name"]
    left = "".join(how for how in ("disqualified", "withdrew") if row[how] in (True, "yes"))
    place, points = int(row["place"]), float(row["points"])
    return Line(place, bot, left, points, bool(row.get("tie") or row.get("tied")), qualifies)


def of_files(league: str, cup: str, matches: str) -> Said:
    one, two, three = (list(csv.DictReader(io.StringIO(t))) for t in (league, cup, matches))
    won = frozenset(row["bot"] for row in two if int(row["won"]))
    assert {row["played"] for row in two} == {"1"}
    void = sum(row["state"] == "void" for row in three)
    return Said(tuple(of_data(row, bool(row["goes_on_to"])) for row in one), won, void)


def of_document(text: bytes) -> Said:
    found = json.loads(text)
    stages = {stage["key"]: stage["lines"] for stage in found["stages"]}
    lines = tuple(of_data(row, None) for row in stages["league"])
    won = frozenset(row["bot"] for row in stages.get("cup", ()) if row["won"])
    void = sum(match["state"] == "void" for match in found["matches"])
    return Said(lines, won, void, found["kept_back"] == ["cup"])


def silent(**about: Any) -> tuple[Line, ...]:
    return tuple(replace(line, **about) for line in LEAGUE)


NO_CUP = frozenset[str]()
EXPECTED = {
    **dict.fromkeys(("page", "files", "archive", "API"), Said(LEAGUE)),
    "results.json": Said(silent(qualifies=None), NO_CUP, kept_back=True),
    "paper": Said(silent(qualifies=None), NO_CUP, kept_back=True),
    "projector": Said(silent(by_seed=None, qualifies=None), void=None),
}
