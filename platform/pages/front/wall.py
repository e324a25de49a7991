"""The wall: boards in the whole window, for a projector, which move to the most exciting matches.

Nothing here depends on who asks.  The page is the same for organizers as for everybody, and its
script asks for the list and the boards without cookies.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from arbiter.serving.kept import kept
from games.registry import GAMES
from pages.front import queries, wall_queries
from pages.front.wall_form import WallForm

BOARDS = 9
"""On the page of all boards."""


def live_page(request: HttpRequest, form: WallForm, status: int = 200) -> HttpResponse:
    """The page of all boards, with the form that leads to the wall."""
    context = {"boards": queries.boards(BOARDS), "form": form}
    return render(request, "front/live.html", context, status=status)


@kept
def wall(request: HttpRequest) -> HttpResponse:
    """The wall of the address; where it names something unknown, the form with what is wrong."""
    form = WallForm(request.GET)
    if not form.is_valid():
        return live_page(request, form, 400)
    choice = form.choice
    context = {
        "choice": choice,
        "games": [GAMES[name] for name in choice.games],
        "query": form.query,
        "slots": range(1, choice.boards + 1),
    }
    return render(request, "front/wall.html", context)


@kept
def matches(request: HttpRequest) -> HttpResponse:
    """See `wall_queries.offered`; 400 with the errors by field where the choice is invalid."""
    form = WallForm(request.GET)
    if not form.is_valid():
        return JsonResponse({"errors": form.errors}, status=400)
    return JsonResponse(wall_queries.offered(form.choice), json_dumps_params=_SHORT)


@kept
def board(request: HttpRequest, number: int) -> HttpResponse:
    """One board; 404 for a match that not everybody may see, or that has no board."""
    board = wall_queries.board(number)
    if board is None:
        raise Http404("There is no board of this match to show.")
    return render(request, "front/_wall_board.html", {"board": board, "match": board.match})


_SHORT = {"separators": (",", ":")}
