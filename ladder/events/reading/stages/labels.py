"""Texts about plans of events: the bots of a stage, its qualification and its tie-breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from games.texts.sentences import listed
from ladder.core.contest.plan import EventPlan, Feed, StagePlan
from ladder.core.stages.contract import HillBreak, TieBreak


@dataclass(frozen=True, slots=True)
class Break:
    """The name of a tie-break, its name inside a sentence, and the meaning of its number."""

    title: str
    noun: str
    meaning: str


BREAKS: Mapping[TieBreak | HillBreak, Break] = {
    TieBreak.HEAD_TO_HEAD: Break(
        "Head to head",
        "head to head",
        "games won against the tied bots, a draw counting half",
    ),
    TieBreak.BUCHHOLZ: Break("Buchholz", "Buchholz", "the sum of the points of all opponents"),
    TieBreak.BERGER: Break(
        "Berger",
        "Berger",
        "the sum of each opponent's points, multiplied by the share won against it",
    ),
    TieBreak.WINS: Break("Wins", "wins", "encounters won"),
    TieBreak.SEED: Break("Seed", "seed", "the better seed"),
    HillBreak.LONGEST: Break(
        "Longest reign",
        "longest reign",
        "the most challenges in a row after which the bot held the hill",
    ),
    HillBreak.REIGNS: Break("Reigns", "reigns", "how often the bot took the hill"),
}


Breaks = Sequence[TieBreak | HillBreak]
MOST_NAMED = 5
"""Bots that a sentence about a tie names; of the others it says how many there are."""


def ties_words(bots: Sequence[object], breaks: Breaks) -> str:
    """A sentence about all bots that are tied with each other."""
    named = listed(bots, shown=MOST_NAMED)
    return f"{named} are tied on {_equal(breaks)}. The seed decided their places."


def tie_words(bots: Sequence[object], breaks: Breaks) -> str:
    """Why a bot has its place, if only the seed separates it from these others.

    ``breaks`` are the tie-breaks of the stage, in their order.
    """
    return f"Tied with {listed(bots, shown=MOST_NAMED)} on {_equal(breaks)}. Decided by seed."


def shared_words(bots: Sequence[object], place: int) -> str:
    """That the seed decided which of several bots with one place qualify."""
    named = listed(bots, shown=MOST_NAMED)
    return f"{named} share place {place}. The seed decided which of them qualify."


def _equal(breaks: Breaks) -> str:
    """The criteria on which bots are equal that only the seed separates."""
    asked = breaks[: breaks.index(TieBreak.SEED)]
    return listed(["points", *(BREAKS[each].noun for each in asked)])


def source_words(plan: EventPlan, stage: StagePlan) -> list[str]:
    """The participants of a stage: a line for each feed."""
    return [_fed(plan, feed, at) for at, feed in enumerate(stage.feeds)]


class _Places(Enum):
    """Which places of a source a feed takes."""

    ALL = auto()
    BELOW = auto()
    ONE = auto()
    FIRST = auto()
    RANGE = auto()


_OF_ENTRIES = {
    _Places.ALL: "all entered bots",
    _Places.BELOW: "places {first} and below of the entries",
    _Places.ONE: "place {first} of the entries",
    _Places.FIRST: "the first {count} of the entries",
    _Places.RANGE: "places {first} to {last} of the entries",
}
_OF_STAGE = {
    _Places.ALL: "all bots of {stage}",
    _Places.BELOW: "places {first} and below of {stage}",
    _Places.ONE: "place {first} of {stage}",
    _Places.FIRST: "the first {count} of {stage}",
    _Places.RANGE: "places {first} to {last} of {stage}",
}
_OF_GROUPS = {
    _Places.ALL: "all bots of {stage}",
    _Places.BELOW: "places {first} and below of each group of {stage}",
    _Places.ONE: "place {first} of each group of {stage}",
    _Places.FIRST: "the first {count} of each group of {stage}",
    _Places.RANGE: "places {first} to {last} of each group of {stage}",
}
_QUALIFYING = {
    _Places.ALL: "all qualify for {stage}",
    _Places.BELOW: "places {first} and below qualify for {stage}",
    _Places.ONE: "place {first} qualifies for {stage}",
    _Places.FIRST: "the first {count} qualify for {stage}",
    _Places.RANGE: "places {first} to {last} qualify for {stage}",
}
_QUALIFYING_OF_GROUPS = {
    _Places.ALL: "all qualify for {stage}",
    _Places.BELOW: "places {first} and below of each group qualify for {stage}",
    _Places.ONE: "place {first} of each group qualify for {stage}",
    _Places.FIRST: "the first {count} of each group qualify for {stage}",
    _Places.RANGE: "places {first} to {last} of each group qualify for {stage}",
}


def _fed(plan: EventPlan, feed: Feed, at: int) -> str:
    if feed.source is None:
        return _placed(feed, _OF_ENTRIES, "")
    name = name_of(plan, feed.source)
    places = _placed(feed, _OF_GROUPS if feed.each_group else _OF_STAGE, name)
    if feed.exclude:
        everyone = _places_of(feed) is _Places.ALL
        return f"without the bots of {name}" if everyone else f"without {places}"
    if not at:
        return places
    if feed.pass_on:
        return f"{places} that have not qualified yet"
    return f"{places}, without replacements"


def _placed(feed: Feed, messages: Mapping[_Places, str], stage: str) -> str:
    count = feed.count or 0
    last = feed.first + count - 1
    return messages[_places_of(feed)].format(first=feed.first, count=count, last=last, stage=stage)


def _places_of(feed: Feed) -> _Places:
    if feed.count is None:
        return _Places.ALL if feed.first == 1 else _Places.BELOW
    if feed.count == 1:
        return _Places.ONE
    return _Places.FIRST if feed.first == 1 else _Places.RANGE


def onward_words(plan: EventPlan, key: str) -> list[str]:
    """The qualification from a stage: a line for each stage that it feeds."""
    lines = []
    for later in plan.stages:
        for feed in later.feeds:
            if feed.source == key and not feed.exclude:
                messages = _QUALIFYING_OF_GROUPS if feed.each_group else _QUALIFYING
                lines.append(_placed(feed, messages, later.name))
    return lines


def name_of(plan: EventPlan, key: str) -> str:
    """The name of a stage, or its key if the plan does not have it."""
    try:
        return plan.stage(key).name
    except KeyError:
        return key
