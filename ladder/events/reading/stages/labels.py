"""Texts about plans of events: the bots of a stage, its qualification and its tie-breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.sentences import listed
from ladder.core.contest.plan import EventPlan, Feed, StagePlan
from ladder.core.stages.contract import HillBreak, TieBreak


@dataclass(frozen=True, slots=True)
class Break:
    """The name of a tie-break and the meaning of its number."""

    title: str
    meaning: str


BREAKS: Mapping[TieBreak, Break] = {
    TieBreak.HEAD_TO_HEAD: Break(
        "Head to head", "games won against the tied bots, a draw counting half"
    ),
    TieBreak.BUCHHOLZ: Break("Buchholz", "the sum of the points of all opponents"),
    TieBreak.BERGER: Break(
        "Berger", "the sum of each opponent's points, multiplied by the share won against it"
    ),
    TieBreak.WINS: Break("Wins", "encounters won"),
    TieBreak.SEED: Break("Seed", "the better seed"),
}

HILL: Mapping[HillBreak, Break] = {
    HillBreak.LONGEST: Break(
        "Longest reign", "the most challenges in a row after which the bot held the hill"
    ),
    HillBreak.REIGNS: Break("Reigns", "how often the bot took the hill"),
}


def breaks_of(stage: StagePlan) -> list[Break]:
    """The tie-breaks of a stage's table, in their order."""
    return [BREAKS[each] if isinstance(each, TieBreak) else HILL[each] for each in stage.breaks]


BREAK_NOUNS: Mapping[TieBreak | HillBreak, str] = {
    TieBreak.HEAD_TO_HEAD: "head to head",
    TieBreak.BUCHHOLZ: "Buchholz",
    TieBreak.BERGER: "Berger",
    TieBreak.WINS: "wins",
    HillBreak.LONGEST: "longest reign",
    HillBreak.REIGNS: "reigns",
}
"""Names of tie-breaks inside a sentence."""


Breaks = Sequence[TieBreak | HillBreak]


def ties_words(names: Sequence[str], breaks: Breaks) -> str:
    """A sentence about all bots that are tied with each other."""
    return f"{listed(names)} are tied on {_equal(breaks)}. The seed decided their places."


def tie_words(names: Sequence[str], breaks: Breaks) -> str:
    """Why a bot has its place, if only the seed separates it from the named others.

    ``breaks`` are the tie-breaks of the stage, in their order.
    """
    return f"Tied with {listed(names)} on {_equal(breaks)}. Decided by seed."


def shared_words(names: Sequence[str], place: int) -> str:
    """That the seed decided which of several bots with one place qualify."""
    return f"{listed(names)} share place {place}. The seed decided which of them qualify."


def _equal(breaks: Breaks) -> str:
    """The criteria on which bots are equal that only the seed separates."""
    asked = breaks[: breaks.index(TieBreak.SEED)]
    return listed(["points", *(BREAK_NOUNS[each] for each in asked)])


def source_words(plan: EventPlan, stage: StagePlan) -> list[str]:
    """The participants of a stage: a line for each feed."""
    return [_fed(plan, feed, at) for at, feed in enumerate(stage.feeds)]


def _fed(plan: EventPlan, feed: Feed, at: int) -> str:
    if feed.exclude and feed.source is not None:
        name = name_of(plan, feed.source)
        return "without " + _counted(feed, f"the bots of {name}", f"{_each(feed)} of {name}")
    if feed.source is None:
        text = _counted(feed, "all entered bots", " of the entries")
    else:
        name = name_of(plan, feed.source)
        text = _counted(feed, f"all bots of {name}", f"{_each(feed)} of {name}")
    if at and feed.source is not None:
        text += " that have not qualified yet" if feed.pass_on else ", without replacements"
    return text


def _each(feed: Feed) -> str:
    return " of each group" if feed.each_group else ""


def _counted(feed: Feed, everybody: str, some: str) -> str:
    if feed.count is None:
        return everybody if feed.first == 1 else f"places {feed.first} and below{some}"
    if feed.count == 1:
        return f"place {feed.first}{some}"
    if feed.first == 1:
        return f"the first {feed.count}{some}"
    last = feed.first + feed.count - 1
    return f"places {feed.first} to {last}{some}"


def onward_words(plan: EventPlan, key: str) -> list[str]:
    """The qualification from a stage: a line for each stage that it feeds."""
    lines = []
    for later in plan.stages:
        for feed in later.feeds:
            if feed.source == key and not feed.exclude:
                who = _counted(feed, "all", _each(feed))
                alone = feed.count == 1 and not feed.each_group
                verb = "qualifies" if alone else "qualify"
                lines.append(f"{who} {verb} for {later.name}")
    return lines


def name_of(plan: EventPlan, key: str) -> str:
    """The name of a stage, or its key if the plan does not have it."""
    try:
        return plan.stage(key).name
    except KeyError:
        return key
