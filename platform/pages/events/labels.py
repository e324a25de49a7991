"""Plans of events in words: who plays in a stage, who goes on from it, and what tells equals
apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.registry import GAMES
from ladder.core.contest.plan import EventPlan, Feed, Kind, StagePlan
from ladder.core.stages.contract import TieBreak
from rulesets.catalogue import public_title


@dataclass(frozen=True, slots=True)
class Break:
    """A tie-break's name and what its figure is."""

    title: str
    meaning: str


BREAKS: Mapping[TieBreak, Break] = {
    TieBreak.HEAD_TO_HEAD: Break("Head to head", "points in encounters among those who are equal"),
    TieBreak.BUCHHOLZ: Break("Buchholz", "the sum of the points of all opponents"),
    TieBreak.BERGER: Break(
        "Berger", "the points of each opponent, times the share that was won against it"
    ),
    TieBreak.WINS: Break("Wins", "encounters won"),
    TieBreak.SEED: Break("Seed", "the better seed"),
}

BREAK_NOUNS: Mapping[TieBreak, str] = {
    TieBreak.HEAD_TO_HEAD: "head to head",
    TieBreak.BUCHHOLZ: "Buchholz",
    TieBreak.BERGER: "Berger",
    TieBreak.WINS: "wins",
}
"""Tie-breaks inside of a sentence."""


def ties_words(names: Sequence[str], breaks: Sequence[TieBreak]) -> str:
    """The same of all who are tied with each other."""
    return f"{listed(names)} are tied on {_equal(breaks)}. The seed decided their places."


def tie_words(names: Sequence[str], breaks: Sequence[TieBreak]) -> str:
    """Why a bot has its place although nothing but the seed tells it from the others named;
    ``breaks`` are the stage's, in their order."""
    return f"Tied with {listed(names)} on {_equal(breaks)}. Decided by seed."


def _equal(breaks: Sequence[TieBreak]) -> str:
    """What is equal of those whom the seed tells apart."""
    asked = breaks[: breaks.index(TieBreak.SEED)]
    return listed(["points", *(BREAK_NOUNS[each] for each in asked)])


def listed(words: Sequence[str]) -> str:
    """“a, b and c”."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


KINDS: Mapping[Kind, str] = {
    Kind.ROUND_ROBIN: "Everybody meets everybody.",
    Kind.SWISS: "In each round, bots of equal points meet who have not met yet.",
    Kind.SINGLE: "Single elimination: one loss and you are out.",
    Kind.DOUBLE: "Double elimination: two losses and you are out.",
    Kind.SERIES: "Games one after the other: who wins begins the next one with more.",
    Kind.LADDER: "Places are those in the season of the ladder, up to a moment.",
}


def source_words(plan: EventPlan, stage: StagePlan) -> list[str]:
    """Who plays in a stage, a line for each feed."""
    return [_fed(plan, feed, at) for at, feed in enumerate(stage.feeds)]


def _fed(plan: EventPlan, feed: Feed, at: int) -> str:
    if feed.exclude and feed.source is not None:
        name = name_of(plan, feed.source)
        return "without " + _counted(feed, f"those who played {name}", f" of {name}")
    if feed.source is None:
        words = _counted(feed, "everybody who has entered", " who entered")
    else:
        name = name_of(plan, feed.source)
        words = _counted(feed, f"all of {name}", f" of {name}")
    if at and feed.source is not None:
        words += " who are not in yet" if feed.pass_on else ", places not passed on"
    return words


def _counted(feed: Feed, everybody: str, some: str) -> str:
    if feed.count is None:
        return everybody if feed.first == 1 else f"from place {feed.first} on, all{some}"
    if feed.first == 1:
        return f"the first {'' if feed.count == 1 else f'{feed.count} '}".rstrip() + some
    last = feed.first + feed.count - 1
    if last == feed.first:
        return f"place {feed.first}{some}"
    return f"places {feed.first} to {last}{some}"


def onward_words(plan: EventPlan, key: str) -> list[str]:
    """Who goes on from a stage, a line for each stage that it feeds."""
    found = []
    for later in plan.stages:
        for feed in later.feeds:
            if feed.source == key and not feed.exclude:
                who = _counted(feed, "all", "")
                verb = "goes" if feed.count == 1 else "go"
                found.append(f"{who} {verb} on to {later.name}")
    return found


def name_of(plan: EventPlan, key: str) -> str:
    """The name of a stage; its key where the plan has none such."""
    try:
        return plan.stage(key).name
    except KeyError:
        return key


def game_title(stage: StagePlan) -> str:
    return GAMES[stage.game].title if stage.game in GAMES else stage.game


def ruleset_title(stage: StagePlan) -> str:
    """Its name where this site does not have it (any more)."""
    return public_title(stage.game, stage.ruleset)
