"""A game's maps: the list, one map, its editor, and what its managers do with it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from arbiter.serving.downloads import Download, download
from games.game import Game
from games.maps import MapFormat
from maps import boards, services
from maps.models import Map
from maps.services import MapRefused
from pages.frame.access.finding import find_game
from pages.frame.access.permissions import PersonRequest, person_act
from pages.frame.acts import reported
from pages.frame.content import markdown
from pages.frame.fields.forms import MAX_SEED, refuse, sent
from pages.frame.fields.map_choice import board_url, map_script
from pages.frame.fields.progress import created
from pages.frame.paging import page_of
from pages.maps import queries as map_queries
from pages.maps.forms import GenerateForm, MapFilter, MapForm

PER_PAGE = 24
ANCHORS = [
    (f"{x} {y}", f"{down} {across}".strip() or "middle")
    for y, down in (("0", "top"), ("0.5", ""), ("1", "bottom"))
    for x, across in (("0", "left"), ("0.5", ""), ("1", "right"))
]
"""The fixed point of a grid when its size changes, as parts of width and height."""
DAY_S = 86400
"""For addresses that change with what they give."""


def game_with_maps(name: str) -> tuple[Game, MapFormat]:
    the_game = find_game(name)
    if the_game.maps is None:
        raise Http404(f"{the_game.title} is played without maps.")
    return the_game, the_game.maps


def visible_map(request: HttpRequest, game: str, pk: int, *, light: bool = False) -> Map:
    """The map, for those who may see it.  To others it does not exist."""
    game_with_maps(game)
    maps = Map.objects.select_related("owner", "team", "parent__owner", "archived_by")
    the_map = get_object_or_404(maps.defer("board") if light else maps, game=game, pk=pk)
    if not the_map.visible_to(request.user):
        raise Http404("There is no such map.")
    return the_map


@require_safe
def index(request: HttpRequest, game: str) -> HttpResponse:
    the_game, _ = game_with_maps(game)
    visible = Map.objects.filter(game=game).visible_to(request.user)
    chosen = MapFilter(request.GET, visible, request=request, game=the_game)
    context = {
        "game": the_game,
        "tab": "maps",
        "filter": chosen.form,
        "page": page_of(request, map_queries.with_counts(chosen.qs.light()), PER_PAGE),
        "script": map_script(game),
        "mine": chosen.form.cleaned_data.get("whose") in ("mine", "archive"),
    }
    return render(request, "maps/index.html", context)


@require_safe
def show(request: HttpRequest, game: str, pk: int) -> HttpResponse:
    the_map = visible_map(request, game, pk, light=True)
    uses = map_queries.uses(the_map)
    context = {
        "game": the_map.played_game,
        "tab": "maps",
        "map": the_map,
        "manages": the_map.managed_by(request.user),
        "parent": the_map.parent
        if the_map.parent and the_map.parent.visible_to(request.user)
        else None,
        "uses": uses,
        "playable": [use.ruleset for use in uses if use.fits] if not the_map.archived else [],
        "pools": [use.ruleset for use in uses if use.in_pool],
        "balance": map_queries.balance(the_map),
        "page": page_of(request, map_queries.played_on(the_map)),
        "board_url": board_url(the_map),
        "script": map_script(game),
        "is_grid": the_map.played_game.maps is not None and the_map.played_game.maps.grid,
    }
    return render(request, "maps/show.html", context)


@require_safe
@gzip_page
def board(request: HttpRequest, game: str, pk: int) -> HttpResponseBase:
    the_map = visible_map(request, game, pk)
    kept = request.GET.get("v") == the_map.version
    what = Download(
        f"{the_map.name}.json",
        "application/json",
        the_map.visible_to,
        fresh_s=DAY_S if kept else 0,
        inline=True,
    )
    return download(request, what, json.dumps(the_map.board))


@require_safe
@gzip_page
def text(request: HttpRequest, game: str, pk: int) -> HttpResponseBase:
    """The map as a file in the game's format."""
    the_map = visible_map(request, game, pk)
    _, maps = game_with_maps(game)
    what = Download(f"{the_map.name}.txt", "text/plain; charset=utf-8", the_map.visible_to)
    return download(request, what, maps.write(the_map.board))


@never_cache
@login_required
def new(request: PersonRequest, game: str) -> HttpResponse:
    """The editor, empty, or with a copy of the map that ``?copy=`` names."""
    the_game, maps = game_with_maps(game)
    initial: dict[str, object] = {}
    if request.method != "POST":
        initial = _copied(request, game) or {
            "text": maps.write(maps.generate({}, secrets.randbelow(MAX_SEED)))
        }
    return _editor(request, the_game, _form(request, initial, maps=maps, user=request.user), None)


def _form(request: PersonRequest, initial: Mapping[str, object], **how: Any) -> MapForm:
    """The typed values, unchecked if a text must be generated first."""
    if "generate" not in request.POST:
        return MapForm(sent(request), request.FILES or None, initial=initial, **how)
    typed = {name: request.POST[name] for name in MapForm.base_fields if name in request.POST}
    public = {"public": "public" in request.POST}
    return MapForm(initial={**initial, **typed, **public}, **how)


def _copied(request: PersonRequest, game: str) -> dict[str, object]:
    asked = request.GET.get("copy", "")
    if not (asked.isascii() and asked.isdecimal() and len(asked) < 16):
        return {}
    origin = visible_map(request, game, int(asked))
    _, maps = game_with_maps(game)
    return {
        "name": services.free_name(request.user, game, origin.name),
        "title": origin.title,
        "summary": origin.summary,
        "text": maps.write(origin.board),
        "parent": origin.pk,
    }


@never_cache
@login_required
def edit(request: PersonRequest, game: str, pk: int) -> HttpResponse:
    origin = visible_map(request, game, pk)
    if not origin.managed_by(request.user):
        raise Http404(f"No such page for {request.user}.")
    the_game, maps = game_with_maps(game)
    initial = {
        "name": origin.name,
        "title": origin.title,
        "summary": origin.summary,
        "team": origin.team,
        "public": origin.public,
        "text": maps.write(origin.board),
        "revision": origin.revision,
    }
    may_move = request.user.pk == origin.owner_id
    form = _form(request, initial, maps=maps, user=request.user, may_move=may_move)
    return _editor(request, the_game, form, origin)


def _editor(request: PersonRequest, game: Game, form: MapForm, origin: Map | None) -> HttpResponse:
    assert game.maps is not None
    wishes = GenerateForm(request.POST if "generate" in request.POST else None, maps=game.maps)
    problems: list[dict[str, object]] = []
    if "generate" in request.POST:
        _generate(game, form, wishes)
    elif request.method == "POST" and form.is_valid():
        try:
            return _saved(request, _save(request, game, form, origin))
        except MapRefused as error:
            refuse(form, error)
            problems = [problem.to_json() for problem in error.problems]
        except ValidationError as error:
            refuse(form, error)
            _follow(form, origin)
    refused = request.method == "POST" and "generate" not in request.POST
    status = 422 if refused or form.errors or wishes.errors else 200
    if request.headers.get("Accept") == "application/json" and refused:
        answer = {"errors": form.errors, "problems": problems, "revision": form["revision"].value()}
        return JsonResponse(answer, status=status)
    context = {
        "game": game,
        "map": origin,
        "form": form,
        "wishes": wishes,
        "anchors": ANCHORS,
        "help": markdown.render(game.maps.help) if game.maps.help else None,
        "config": _config(game, game.maps, problems),
    }
    return render(request, "maps/editor.html", context, status=status)


def _save(request: PersonRequest, game: Game, form: MapForm, origin: Map | None) -> Map:
    if origin is not None:
        return services.edit_map(origin, request.user, form.draft(origin.team))
    parent = Map.objects.filter(pk=form.cleaned_data["parent"] or 0).first()
    return services.create_map(request.user, game.name, form.draft(None), parent)


def _saved(request: PersonRequest, the_map: Map) -> HttpResponse:
    messages.success(request, f"{the_map.label} is saved.")
    return created(request, the_map)


def _follow(form: MapForm, origin: Map | None) -> None:
    """After the warning that the map had changed, saving again is allowed."""
    if origin is not None:
        origin.refresh_from_db(fields=["revision"])
        form.data = {**dict(form.data.items()), "revision": str(origin.revision)}


def _generate(game: Game, form: MapForm, wishes: GenerateForm) -> None:
    """Put a new board's text into the form."""
    if not wishes.is_valid():
        return
    seed = wishes.cleaned_data["seed"]
    seed = secrets.randbelow(MAX_SEED) if seed is None else seed
    try:
        form.initial["text"] = boards.generate(game.name, wishes.options(), seed).text
    except MapRefused as error:
        wishes.add_error(None, [str(problem) for problem in error.problems])


def _config(game: Game, maps: MapFormat, problems: list[dict[str, object]]) -> dict[str, object]:
    """The configuration of the editor's script."""
    return {
        "game": game.name,
        "grid": maps.grid,
        "script": map_script(game.name),
        "check": "/api/v1/maps/check/",
        "generate": "/api/v1/maps/generate/",
        "mostBytes": maps.most_bytes,
        "sizes": {
            option.name: [option.low, option.high]
            for option in maps.options
            if option.name in ("width", "height")
        },
        "rulesets": {ruleset.name: ruleset.title for ruleset in game.rulesets},
        "problems": problems,
    }


def _act(request: PersonRequest, game: str, pk: int, verb: Any, done: str) -> HttpResponse:
    """Do something with a map, report it (``{}`` is the map), and go back to the map."""
    the_map = visible_map(request, game, pk)
    with reported(request, done.format(the_map.label)):
        verb(the_map)
    return redirect(the_map)


@person_act
def archive(request: PersonRequest, game: str, pk: int) -> HttpResponse:
    reason = request.POST.get("reason", "")
    done = "{} is archived: it is in no list and no pool. You can bring it back."
    return _act(request, game, pk, lambda m: services.archive(m, request.user, reason), done)


@person_act
def unarchive(request: PersonRequest, game: str, pk: int) -> HttpResponse:
    return _act(request, game, pk, lambda m: services.unarchive(m, request.user), "{} is back.")


@person_act
def publish(request: PersonRequest, game: str, pk: int) -> HttpResponse:
    public = request.POST.get("public") == "1"
    done = "{} is public." if public else "{} is yours alone again."
    return _act(request, game, pk, lambda m: services.publish(m, request.user, public), done)


@person_act
def pool(request: PersonRequest, game: str, pk: int) -> HttpResponse:
    """Put a map into a ruleset's pool, or take it out, for organizers."""
    name = request.POST.get("ruleset", "")
    if request.POST.get("in") == "1":
        done = "{} is in the pool now."
        return _act(request, game, pk, lambda m: services.add_to_pool(m, request.user, name), done)

    def remove(the_map: Map) -> None:
        for entry in the_map.pools.filter(ruleset=name):
            services.remove_from_pool(entry, request.user)

    return _act(request, game, pk, remove, "{} is not in that pool any more.")
