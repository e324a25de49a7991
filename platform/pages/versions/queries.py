"""The way of a version from its upload to play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from bots.models import BotVersion
from bots.versions import building
from matches.models import Match, Seat
from pages.frame.queries import listed
from pages.templatetags.site import duration


class Progress(Enum):
    DONE = "done"
    NOW = "now"
    FAILED = "failed"
    AHEAD = "ahead"


@dataclass(frozen=True)
class Step:
    """One step of a version's way from upload to play."""

    title: str
    progress: Progress
    detail: str


def steps(version: BotVersion) -> Iterable[Step]:
    """upload, build, first match, play: where the version is, and what each step says."""
    state, made = version.state, BotVersion.State
    failed_build = state == made.FAILED and version.failed_step == BotVersion.Step.BUILD
    files = "1 file" if version.source_files == 1 else f"{version.source_files} files"
    yield Step("Upload", Progress.DONE, files)
    build = {made.WAITING: Progress.NOW, made.BUILDING: Progress.NOW}.get(
        made(state), Progress.FAILED if failed_build else Progress.DONE
    )
    detail = {made.WAITING: "waits for a builder", made.BUILDING: "being built"}.get(
        made(state), ""
    )
    failed_words = "needs your choice" if version.programs else "failed"
    yield Step("Build", build, failed_words if failed_build else detail or "done")
    first = {made.PROVING: Progress.NOW, made.READY: Progress.DONE}.get(made(state), Progress.AHEAD)
    if state == made.FAILED and not failed_build:
        first = Progress.FAILED
    yield Step("First match", first, _first_match_words(first, version))
    if version.is_active and state == made.READY:
        yield Step("Plays", Progress.DONE, "this version plays")
    else:
        yield Step(
            "Plays",
            Progress.AHEAD,
            ("another version plays" if state == made.READY else "after its first match"),
        )


_WAITS = {
    (False, False): "This version is number {place} of {waiting} that wait for their build. "
    "The time is unknown.",
    (False, True): "This version is number {place} of {waiting} that wait for their build. "
    "It begins in about {time}.",
    (True, False): "The build of this version comes next. The time is unknown.",
    (True, True): "The build of this version comes next, in about {time}.",
}
"""Whether it is the first, and whether the time is known."""


def waiting_words(version: BotVersion) -> str:
    """The place of a version in the queue of builds, and the estimated time until its build begins;
    empty where it has none."""
    queue = building.queue(version)
    place = queue.place_of(version)
    if place is None:
        return ""
    wait = queue.wait(place)
    message = _WAITS[place == 1, wait is not None]
    return message.format(place=place, waiting=len(queue.order), time=duration(wait))


def _first_match_words(progress: Progress, version: BotVersion) -> str:
    if progress is Progress.NOW and (seat := proving_seat(version)) and seat.match.reruns:
        return "played again"
    return {
        Progress.NOW: "against a house bot",
        Progress.DONE: "passed",
        Progress.FAILED: "failed",
        Progress.AHEAD: "to come",
    }[progress]


def proving_seat(version: BotVersion) -> Seat | None:
    """The version's own seat in its newest first match."""
    seats = Seat.objects.filter(version=version, match__kind=Match.Kind.PROVING)
    newest = seats.select_related("match", "version__bot__owner").order_by("-match")
    return newest.prefetch_related("match__seats__version__bot__owner").first()


def sparring_matches(version: BotVersion, count: int = 10) -> list[Match]:
    """The newest public matches in which the version was a sparring partner."""
    seats = Seat.objects.filter(version=version, sparring=True)
    return list(listed().filter(pk__in=seats.values("match"))[:count])
