"""The pages of an archive: each with its file, its template and the context of this."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.urls import reverse

from games.registry import GAMES
from ladder.events.entrants.terms import rules as entry_rules
from ladder.events.models import Encounter, Entry, Stage, StageEntry
from ladder.events.planning import draws
from ladder.events.reading import matches as event_matches
from ladder.events.reading import placements, schedule
from ladder.events.reading import talk as event_talk
from ladder.events.reading.stages import pairings, standings
from ladder.events.reading.stages import results as stage_results
from ladder.events.reading.stages import tables as group_tables
from matches.models import Match
from pages.events.archive.links import matches_file, stage_file
from pages.events.archive.selection import CHUNK, Selection, batches
from pages.events.stages import standing
from pages.events.talk import shown, told
from pages.frame.content.markdown import authored, rules


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """A page; ``address`` is the page of the site that it stands for, the base of its links."""

    file: str
    template: str
    address: str
    context: Mapping[str, object] = field(default_factory=dict)


def all_pages(selection: Selection) -> Iterator[ArchivePage]:
    """Every page but those of matches, one at a time."""
    yield overview(selection)
    yield from games(selection)
    yield from stages(selection)
    yield from encounters(selection)
    yield from entrants(selection)
    yield from match_lists(selection)
    yield talk(selection)
    yield decisions(selection)


def overview(selection: Selection) -> ArchivePage:
    event, viewer = selection.event, selection.viewer
    context = {
        "about": authored(event.about, "about-") if event.about else "",
        "lines": schedule.schedule(viewer),
        "finals": standings.final_tables(viewer),
        "games": [GAMES[name] for name in viewer.plan.games if name in GAMES],
        "tables": [stage for stage in viewer.stages if stage.key in selection.contents.tables],
        "kept_back": [s.name for s in viewer.stages if s.started and not viewer.results(s)],
        "for_role": [s.name for s in viewer.seen if viewer.sees_all and viewer.kept_back(s)],
    }
    return ArchivePage("index.html", "overview", event.get_absolute_url(), context)


def games(selection: Selection) -> Iterator[ArchivePage]:
    """The rules of each game."""
    for name in sorted(selection.contents.games):
        game = GAMES[name]
        context = {"game": game, "text": rules(game)}
        yield ArchivePage(f"games/{name}.html", "game", reverse("game-rules", args=[name]), context)


# Stages -------------------------------------------------------------------------------------------


def stages(selection: Selection) -> Iterator[ArchivePage]:
    """A page for each group of each stage of an event that has begun."""
    viewer = selection.viewer
    for stage in viewer.stages:
        result = stage_results.results(viewer, stage)
        files = [stage_file(stage.key, number) for number in range(len(result.parts) or 1)]
        names = [part.name for part in result.parts]
        frame = {
            "stage": stage,
            "line": schedule.line_of(viewer, stage),
            "draw": draws.shown(viewer, stage.key, stage),
            "most": viewer.rounds(stage),
            "group_links": list(zip(files, names, strict=False)),
        }
        for group, file in enumerate(files):
            context = {**standing(stage, result, group), **frame, "group": group}
            yield ArchivePage(file, "stage", stage.get_absolute_url(), context)


def encounters(selection: Selection) -> Iterator[ArchivePage]:
    for stage in selection.viewer.opened:
        result = stage_results.results(selection.viewer, stage)
        tables = result.parts if isinstance(result, stage_results.Groups) else ()
        for rows in batches(selection.encounters(stage), CHUNK):
            yield from _encounters(selection, stage, rows, tables)


def _encounters(
    selection: Selection,
    stage: Stage,
    rows: list[Encounter],
    tables: Sequence[group_tables.GroupTable],
) -> Iterator[ArchivePage]:
    numbers = [game.match_id for row in rows for game in row.games.all()]
    matches: dict[int, Match] = {}
    visible = Match.objects.for_lists().visible_to(selection.viewer.user)
    for some in batches(numbers, 500):
        matches |= visible.in_bulk(some)
    for row in rows:
        table = tables[row.group] if tables else None
        pairing: pairings.Pairing | None = table.every.get(row.key) if table else None
        games = sorted(row.games.all(), key=lambda game: game.number)
        context = {
            "stage": stage,
            "row": row,
            "pairing": pairing,
            "played": [
                (each, matches[each.match_id]) for each in games if each.match_id in matches
            ],
            "live": False,
            "back": stage_file(stage.key, row.group if table else 0),
        }
        address = reverse("event-encounter", args=[selection.event.slug, stage.key, row.pk])
        yield ArchivePage(f"encounters/{row.pk}.html", "encounter", address, context)


# Entrants -----------------------------------------------------------------------------------------


def entrants(selection: Selection) -> Iterator[ArchivePage]:
    """The list of entrants, and the page of each."""
    event, viewer = selection.event, selection.viewer
    rows = placements.placements(selection.entries, viewer.user)
    address = reverse("event-entries", args=[event.slug])
    context = {"placements": rows, "seeding": entry_rules.rules_of(event)}
    yield ArchivePage("entrants/index.html", "entrants", address, context)
    for placement in rows:
        yield _entrant(selection, placement.entry, {"placement": placement})


def _entrant(selection: Selection, entry: Entry, context: dict[str, object]) -> ArchivePage:
    viewer = selection.viewer
    part = StageEntry.objects.filter(entry=entry, stage__in=viewer.seen).exclude(number=None)
    stages_played = list(part.select_related("stage__event", "version").order_by("stage__number"))
    own = (
        Match.objects.for_lists()
        .visible_to(viewer.user)
        .of_bots(type(entry.bot).objects.filter(pk=entry.bot_id))
    )
    matches = []
    for numbers in batches(selection.matches, 500):
        matches += list(own.filter(pk__in=numbers).order_by("pk"))
    context |= {
        "entry": entry,
        "bot": entry.bot,
        "stages_played": stages_played,
        "rows": event_matches.played(viewer, matches),
        "sees_all": viewer.sees_all,
    }
    return ArchivePage(
        f"entrants/{entry.pk}.html", "entrant", entry.bot.get_absolute_url(), context
    )


# Matches, talk, decisions -------------------------------------------------------------------------


def match_lists(selection: Selection) -> Iterator[ArchivePage]:
    """The list of all matches on pages; an event without matches has one that says so."""
    address = reverse("event-matches", args=[selection.event.slug])
    last = max(1, -(-len(selection.matches) // CHUNK))
    for number, matches in enumerate(selection.chunks() if selection.matches else [[]], 1):
        context = {
            "rows": event_matches.played(selection.viewer, matches),
            "number": number,
            "last": last,
            "before": matches_file(number - 1) if number > 1 else "",
            "after": matches_file(number + 1) if number < last else "",
        }
        yield ArchivePage(matches_file(number), "matches", address, context)


def talk(selection: Selection) -> ArchivePage:
    """Announcements, and questions with answers for everybody."""
    readable = event_talk.questions(selection.viewer)
    news = told(event_talk.announcements(selection.viewer).order_by("pk"))
    answered = readable.answered.order_by("asked", "pk")
    context = {"news": news, "questions": [*shown(readable.frequent), *shown(answered)]}
    address = reverse("event-talk", args=[selection.event.slug])
    return ArchivePage("announcements.html", "talk", address, context)


def decisions(selection: Selection) -> ArchivePage:
    """Draws with their seeds, results by decision, void matches, and bots that left."""
    viewer, event = selection.viewer, selection.event
    decided = [
        row
        for stage in viewer.opened
        for row in selection.encounters(stage)
        if row.awarded is not None and not row.obsolete
    ]
    void = []
    for matches in selection.chunks():
        void += event_matches.played(
            viewer, [match for match in matches if match.voided_at is not None]
        )
    context = {
        "draws": [
            (line.plan.name, draws.shown(viewer, line.plan.key, line.row))
            for line in schedule.schedule(viewer)
        ],
        "seeding": entry_rules.rules_of(event),
        "decided": decided,
        "void": void,
        "left": [entry for entry in selection.entries if entry.left_as],
        "sees_all": viewer.sees_all,
    }
    return ArchivePage("decisions.html", "decisions", event.get_absolute_url(), context)
