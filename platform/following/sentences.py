"""Happenings in words, from the rows as they are now and as everybody may see them.

One that is not public any more, or that a correction has undone, has no sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.urls import reverse

from bots.models import Bot
from following.models import Happening
from games.registry import GAMES
from games.texts.sentences import paragraph
from ladder.climb import services
from ladder.core import standings
from ladder.events import changes
from ladder.events.models import Event
from ladder.events.reading.stages import standings as final_standings
from ladder.events.reading.viewer import EventViewer
from rulesets.catalogue import public_title

What = Happening.What
PLACED = {
    1: "{bot} won {event}.",
    2: "{bot} came second in {event}.",
    3: "{bot} came third in {event}.",
}
"""Places of an event of which followers hear, each with its sentence."""
RELATED = (
    *("version__bot__owner", "climb__bot__owner", "climb__version"),
    *("entry__bot__owner", "event", "stage", "season", "announcement"),
)


@dataclass(frozen=True, slots=True)
class News:
    """A happening in one sentence.  ``path`` is unique among them: feeds name entries by it."""

    happening: Happening
    text: str
    path: str

    @property
    def created(self) -> datetime:
        return self.happening.created


class PublicEvents:
    """Events as somebody sees them who is not logged in; each is read once."""

    def __init__(self) -> None:
        self._viewers: dict[int, EventViewer] = {}
        self._finals: dict[int, list[final_standings.FinalTable]] = {}

    def viewer(self, event: Event) -> EventViewer:
        if event.pk not in self._viewers:
            self._viewers[event.pk] = EventViewer(event, AnonymousUser())
        return self._viewers[event.pk]

    def finals(self, event: Event) -> list[final_standings.FinalTable]:
        """Its final tables whose final stages are over and public."""
        if event.pk not in self._finals:
            tables = final_standings.final_tables(self.viewer(event))
            self._finals[event.pk] = [each for each in tables if each.decided]
        return self._finals[event.pk]


def related(rows: QuerySet[Happening]) -> QuerySet[Happening]:
    """With all rows that sentences need."""
    return rows.select_related(*RELATED)


def news(happenings: Iterable[Happening]) -> list[News]:
    """The public ones among them, in their order."""
    events, items = PublicEvents(), []
    for each in happenings:
        text, path = _TELLERS[What(each.what)](each, events)
        if text:
            items.append(News(each, text, f"{path}#news-{each.pk}"))
    return items


def is_public(bot: Bot) -> bool:
    """Whether followers hear of the bot."""
    return bot.owner.is_active and bot.deactivated_at is None and bot.game in GAMES


Told = tuple[str, str]
NOTHING: Told = ("", "")


def _new_bot(row: Happening, events: PublicEvents) -> Told:
    if row.version is None or not is_public(row.version.bot):
        return NOTHING
    bot = row.version.bot
    text = f"{bot.owner.username} has a new bot for {GAMES.title(bot.game)}: {bot.name}."
    return text, bot.get_absolute_url()


def _version(row: Happening, events: PublicEvents) -> Told:
    if row.version is None or not is_public(row.version.bot):
        return NOTHING
    version = row.version
    return f"{version.bot} now plays with version {version.number}.", version.get_absolute_url()


def _rung(row: Happening, events: PublicEvents) -> Told:
    climb = row.climb
    if climb is None or not is_public(climb.bot):
        return NOTHING
    rungs = services.rungs_of(climb.bot.game)
    names = rungs.names if rungs else []
    passed = [each.rung for each in climb.version.rungs_passed.all() if each.rung in names]
    if not passed:
        return NOTHING
    best = max(passed, key=names.index)
    number = climb.version.number
    text = f"{climb.bot} beat rung {names.index(best) + 1} of {len(names)} with version {number}."
    return text, climb.bot.get_absolute_url()


def _place(row: Happening, events: PublicEvents) -> Told:
    if row.event is None or row.stage is None or row.entry is None:
        return NOTHING
    bot = row.entry.bot
    if not is_public(bot) or row.event.state != Event.State.FINISHED:
        return NOTHING
    tables = events.finals(row.event)
    table = next((each for each in tables if each.stage.key == row.stage.key), None)
    lines = table.lines if table else ()
    line = next((each for each in lines if each.entry.pk == row.entry_id), None)
    if line is None or line.left is standings.Left.DISQUALIFIED or line.place not in PLACED:
        return NOTHING
    where = row.event.name if len(tables) == 1 else f"{row.stage.name} of {row.event}"
    text = PLACED[line.place].format(bot=bot, event=where)
    return text, reverse("event-standings", args=[row.event.slug])


def _announced(row: Happening, events: PublicEvents) -> Told:
    event = row.event
    if event is None or event.state == Event.State.DRAFT:
        return NOTHING
    when = f"It starts on {changes.moment(event.starts, event.time_zone)}." if event.starts else ""
    return paragraph(f"{event} is announced.", when), event.get_absolute_url()


def _event_news(row: Happening, events: PublicEvents) -> Told:
    event, said = row.event, row.announcement
    if event is None or said is None or said.withdrawn_at is not None:
        return NOTHING
    if event.state == Event.State.DRAFT:
        return NOTHING
    return f"{event}: {said.title}", reverse("event-talk", args=[event.slug])


def _begun(row: Happening, events: PublicEvents) -> Told:
    event = row.event
    if event is None or event.started is None:
        return NOTHING
    return f"{event} has begun.", event.get_absolute_url()


def _stage(row: Happening, events: PublicEvents) -> Told:
    if row.event is None or row.stage is None or row.stage.state != row.stage.State.FINISHED:
        return NOTHING
    viewer = events.viewer(row.event)
    if not viewer.results(viewer.stage(row.stage.key)):
        return NOTHING
    text = f"{row.stage.name} of {row.event} is finished, and its results are public."
    return text, row.stage.get_absolute_url()


def _over(row: Happening, events: PublicEvents) -> Told:
    event = row.event
    if event is None or event.state != Event.State.FINISHED:
        return NOTHING
    tables = events.finals(event)
    if not tables:
        return NOTHING
    first = [line.entry.bot for each in tables for line in each.lines[:1]]
    won = f"The winner is {first[0]}." if len(first) == 1 else ""
    text = paragraph(f"{event} is over, and its final standings are public.", won)
    return text, reverse("event-standings", args=[event.slug])


def _season(row: Happening, events: PublicEvents) -> Told:
    season = row.season
    if season is None or season.game not in GAMES or not season.has_begun:
        return NOTHING
    rules = public_title(season.game, season.ruleset)
    text = f"A season of {GAMES.title(season.game)} has begun: {season.name} ({rules})."
    return text, season.get_absolute_url()


_TELLERS: dict[What, Callable[[Happening, PublicEvents], Told]] = {
    What.NEW_BOT: _new_bot,
    What.VERSION: _version,
    What.RUNG: _rung,
    What.PLACE: _place,
    What.ANNOUNCED: _announced,
    What.EVENT_NEWS: _event_news,
    What.BEGUN: _begun,
    What.STAGE: _stage,
    What.OVER: _over,
    What.SEASON: _season,
}
