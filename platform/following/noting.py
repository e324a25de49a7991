"""Notes of what happens, each once: in the transaction of a change, or by a periodic sweep.

The sweep finds changes of events and seasons by their rows, so a lost task loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import TypeVar

from django.db import transaction
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.utils import timezone

from bots.models import BotVersion
from following.models import Happening
from following.sentences import PLACED, PublicEvents
from following.targets import Subject, target_of
from games.registry import GAMES
from ladder.climb.models import Climb
from ladder.core import standings
from ladder.core.contest import plan as plans
from ladder.events.models import Entry, Event, EventAnnouncement, Stage
from ladder.models import Season

What = Happening.What
Row = TypeVar("Row", bound=Model)
RECENT = timedelta(days=2)
"""A begin that is longer ago is no news: the site did not run at that time."""


@transaction.atomic
def note(what: What, key: str, about: Iterable[Subject], **facts: object) -> bool:
    """Note a happening for the followers of these targets; False if it is noted already."""
    defaults = {"what": what, **facts}
    row, is_new = Happening.objects.get_or_create(key=f"{what}:{key}", defaults=defaults)
    if is_new:
        row.targets.set([target_of(each) for each in about])
    return is_new


def note_version(version: BotVersion, *, is_first: bool) -> None:
    """A version plays from now on.  Of a bot's versions of one day the first is noted."""
    bot = version.bot
    if bot.is_house or bot.game not in GAMES:
        return
    if is_first:
        about: list[Subject] = [bot, bot.owner]
        note(What.NEW_BOT, str(bot.pk), about, version=version)
    else:
        key = f"{bot.pk}:{timezone.now():%Y-%m-%d}"
        note(What.VERSION, key, [bot], version=version)


def note_climb(climb: Climb) -> None:
    """A climb has ended; noted if its version was the first of its bot to beat a rung."""
    if climb.version.rungs_passed.exists():
        note(What.RUNG, str(climb.pk), [climb.bot], climb=climb)


def note_event_news(said: EventAnnouncement) -> None:
    """An announcement of an event, for the event's followers."""
    note(What.EVENT_NEWS, str(said.pk), [said.event], event=said.event, announcement=said)


def sweep() -> int:
    """Note what has happened to events and seasons; how many notes are new."""
    sources = (_announced, _begun, _stages, _over, _seasons)
    return sum(is_new for each in sources for is_new in each())


def _without(what: What, rows: QuerySet[Row], column: str) -> QuerySet[Row]:
    known = Happening.objects.filter(what=what, **{column: OuterRef("pk")})
    return rows.filter(~Exists(known))


def _announced() -> Iterator[bool]:
    opened = Event.objects.filter(state=Event.State.OPEN)
    for event in _without(What.ANNOUNCED, opened, "event"):
        about: list[Subject] = [event, *(GAMES[name] for name in _games(event) if name in GAMES)]
        yield note(What.ANNOUNCED, str(event.pk), about, event=event)


def _games(event: Event) -> tuple[str, ...]:
    try:
        return event.planned.games
    except ValueError:
        return ()


def _begun() -> Iterator[bool]:
    begun = Event.objects.filter(started__gt=timezone.now() - RECENT)
    for event in _without(What.BEGUN, begun, "event"):
        yield note(What.BEGUN, str(event.pk), [event], event=event)


def _stages() -> Iterator[bool]:
    """Stages before the final ones, once their results are public; `_over` follows them."""
    over = Happening.objects.filter(what=What.OVER, event=OuterRef("event"))
    shown = Stage.objects.filter(
        ~Exists(over),
        event__state__in=(Event.State.RUNNING, Event.State.FINISHED),
        state=Stage.State.FINISHED,
        reveal=plans.Reveal.PUBLIC,
    )
    events = PublicEvents()
    for stage in _without(What.STAGE, shown, "stage").select_related("event"):
        viewer = events.viewer(stage.event)
        final = {each.key for each in viewer.plan.finals}
        if stage.key not in final and viewer.results(viewer.stage(stage.key)):
            yield note(What.STAGE, str(stage.pk), [stage.event], event=stage.event, stage=stage)


def _over() -> Iterator[bool]:
    """Events whose final standings are public; again where they ended again after a correction."""
    hidden = Stage.objects.filter(event=OuterRef("pk")).exclude(reveal=plans.Reveal.PUBLIC)
    known = Happening.objects.filter(
        what=What.OVER, event=OuterRef("pk"), created__gte=OuterRef("ended")
    )
    over = Event.objects.filter(state=Event.State.FINISHED).filter(~Exists(hidden), ~Exists(known))
    for event in over:
        yield from _places(event)
        if not note(What.OVER, str(event.pk), [event], event=event):
            rows = Happening.objects.filter(what=What.OVER, event=event)
            rows.update(created=timezone.now())
            continue
        yield True


def _places(event: Event) -> Iterator[bool]:
    """The best bots of an event; of the first one also the owner's followers hear."""
    stages = {stage.key: stage for stage in event.stages.all()}
    for table in PublicEvents().finals(event):
        for line in table.lines:
            if line.place not in PLACED or line.left is standings.Left.DISQUALIFIED:
                continue
            bot, stage = line.entry.bot, stages[table.stage.key]
            about: list[Subject] = [bot, bot.owner] if line.place == 1 else [bot]
            yield _note_place(line.entry, stage, about)


def _note_place(entry: Entry, stage: Stage, about: list[Subject]) -> bool:
    facts = {"entry": entry, "event": stage.event, "stage": stage}
    return note(What.PLACE, f"{entry.pk}:{stage.pk}", about, **facts)


def _seasons() -> Iterator[bool]:
    """Planned seasons, and the first one of a ruleset.  Those of events are no news of a ladder."""
    now = timezone.now()
    begun = Season.objects.filter(starts__lte=now, starts__gt=now - RECENT, event_stages=None)
    before = Season.objects.filter(
        game=OuterRef("game"), ruleset=OuterRef("ruleset"), starts__lt=OuterRef("starts")
    )
    begun = begun.filter(Q(automatic=False) | ~Exists(before))
    for season in _without(What.SEASON, begun, "season"):
        if season.game in GAMES:
            yield note(What.SEASON, str(season.pk), [GAMES[season.game]], season=season)
