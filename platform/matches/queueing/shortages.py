"""Matches that a machine can play, and those that no machine can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.urls import reverse

from accounts.models import User
from bots.versions import building
from controls import machines
from controls.machines import Abilities
from controls.models import Machine, Shortage
from games.engine import JSON
from games.registry import OURS
from games.texts.sentences import listed, paragraph, plural
from matches.kinds import COUNTING, lane_of
from matches.models import Match, MatchQuerySet, Seat
from matches.services import memory_mb
from notices.services import Kind, Letter, tell
from sandbox.languages import LANGUAGES

MOST = 2000
"""Waiting matches that are looked at, the oldest ones."""


def playable(matches: MatchQuerySet, able: Abilities) -> MatchQuerySet:
    """Those whose bots and game work on a machine.  Memory is asked for when one is chosen."""
    if able.lacks:
        there = Seat.objects.filter(match=OuterRef("pk"), version__language__in=able.lacks)
        matches = matches.filter(~Exists(there))
    return matches if able.foreign else matches.filter(game__in=OURS)


@dataclass(frozen=True, slots=True)
class Needs:
    """Of a match or, with the lane ``builds``, of a build."""

    lane: str
    languages: frozenset[str]
    counts: bool = False
    memory_mb: int = 0
    foreign: bool = False

    def lacking(self, able: Abilities) -> bool:
        return bool(
            self.languages & able.lacks
            or (self.counts and not able.rated)
            or self.memory_mb > able.memory_mb
            or (self.foreign and not able.foreign)
        )


def reason(needs: Needs, known: Iterable[Machine]) -> str:
    """Why none of the machines can do this, in a sentence; empty where one can, and where none has
    such workers now, as `/status/` says then."""
    able = [machines.abilities(each) for each in machines.able([needs.lane], known)]
    if not able or not all(map(needs.lacking, able)):
        return ""
    if missing := needs.languages & frozenset.intersection(*(each.lacks for each in able)):
        names = listed(sorted(LANGUAGES[name].title for name in missing))
        return f"{names} works on no worker machine."
    if needs.foreign and not any(each.foreign for each in able):
        return "No worker machine takes foreign games."
    if needs.memory_mb > (most := max(each.memory_mb for each in able)):
        return (
            f"Its bots may use {needs.memory_mb} MB of memory together; the worker machines allow "
            f"{most} MB."
        )
    if needs.counts and not any(each.rated for each in able):
        return (
            "On no worker machine does the kernel hold all walls of the sandbox, as matches that "
            "count need."
        )
    return "No single worker machine has all that it needs."


def needs_of(match: Match, languages: Iterable[str], people: int = 0) -> Needs:
    return Needs(
        lane_of(match.share),
        frozenset(languages),
        match.kind in COUNTING,
        memory_mb(match.game, match.ruleset, people),
        match.game not in OURS,
    )


def reason_of(match: Match) -> str:
    """Why no machine can play this match while it waits; empty where one can."""
    if match.state != Match.State.QUEUED:
        return ""
    seats = list(match.seats.all())
    languages = {seat.version.language for seat in seats if seat.version is not None}
    return reason(
        needs_of(match, languages, len([s for s in seats if s.person_id])), machines.known()
    )


def note() -> None:
    """Keep the reasons why work waits that no machine can do; organizers hear of each new one."""
    counts = _found()
    with transaction.atomic():
        Shortage.objects.exclude(reason__in=counts).delete()
        for why, count in counts.items():
            _, is_new = Shortage.objects.update_or_create(reason=why, defaults={"count": count})
            if is_new:
                _tell(why, count)


def _found() -> Counter[str]:
    known, counts = machines.known(), Counter[str]()
    rows = Match.objects.waiting().order_by("pk").only("game", "ruleset", "kind", "share")[:MOST]
    languages: dict[int, set[str]] = {}
    people = Counter[int]()
    waiting = {match.pk: match for match in rows}
    seats = Seat.objects.filter(match__in=list(waiting)).order_by()
    for pk, language, person in seats.values_list("match", "version__language", "person"):
        languages.setdefault(pk, set()).update([language] if language else [])
        people[pk] += person is not None
    wanted = Counter(needs_of(m, languages.get(pk, ()), people[pk]) for pk, m in waiting.items())
    builds = building.waiting().order_by().values_list("language", flat=True)
    wanted.update(Needs("builds", frozenset([language])) for language in builds)
    for needs, count in wanted.items():
        if why := reason(needs, known):
            counts[why] += count
    return counts


def _tell(why: str, count: int) -> None:
    wait = plural(
        count,
        "1 match or build waits for a machine.",
        f"{count} matches or builds wait for a machine.",
    )
    able = sorted(machine.name for machine in machines.able(machines.PLAYING))
    text = paragraph(wait, why, f"Worker machines: {', '.join(able)}.")
    people = User.objects.filter(is_staff=True, is_active=True)
    letter = Letter("machines", "no machine can do some work", "machines")
    facts: dict[str, JSON] = {"reason": why, "count": count}
    tell(Kind.SHORTAGE, people, text, reverse("desk-queue"), facts, letter=letter)
