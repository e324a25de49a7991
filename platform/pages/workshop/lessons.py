"""The lessons of a game, and how far somebody is with them."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.game import Game
from games.lessons import Lesson, lessons_of
from pages.frame.access.finding import find_game
from tries import progress
from tries.models import Try


@dataclass(frozen=True, slots=True)
class Line:
    """A lesson in the list of its game's lessons."""

    number: int
    lesson: Lesson
    passed: bool


@require_safe
@never_cache
def index(request: HttpRequest, game: str) -> HttpResponse:
    the_game = find_game(game)
    lines = lines_of(request, the_game)
    if not lines:
        raise Http404(f"{the_game.title} has no lessons.")
    context = {
        "game": the_game,
        "tab": "lessons",
        "lines": lines,
        "passed": sum(line.passed for line in lines),
        "coming": next((line for line in lines if not line.passed), None),
    }
    return render(request, "workshop/lessons.html", context)


def lines_of(request: HttpRequest, game: Game) -> list[Line]:
    """All lessons of a game, with those marked that this person has passed."""
    passed = progress.passed(request, game.name)
    return [
        Line(number, lesson, lesson.name in passed)
        for number, lesson in enumerate(lessons_of(game), 1)
    ]


def line_of(request: HttpRequest, game: Game, name: str) -> Line:
    """`Http404` where the game has no such lesson."""
    for line in lines_of(request, game):
        if line.lesson.name == name:
            return line
    raise Http404(f"{game.title} has no lesson “{name}”.")


def following(row: Try) -> dict[str, str]:
    """Where those go who have passed the lesson of a try: an address, and words for the link."""
    game = find_game(row.game)
    names = [lesson.name for lesson in lessons_of(game)]
    after = lessons_of(game)[names.index(row.lesson) + 1 :]
    if not after:
        return {"url": reverse("lessons", args=[game.name]), "words": "This was the last lesson"}
    address = reverse("lesson", args=[game.name, after[0].name])
    return {"url": f"{address}?language={row.language}", "words": f"Next: {after[0].title}"}
