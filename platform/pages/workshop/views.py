"""The editor: a starter kit for everybody, and the versions of one's own bots."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePosixPath

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from bots import editing
from bots.differences import differences
from bots.models import Bot, BotVersion
from bots.versions import artifacts
from controls import languages
from games.game import Game
from games.lessons import gap_of, start_of
from games.package import Kit, bot_files
from games.registry import GAMES
from pages.frame.access.finding import find_game, managed_bot, open_bot
from pages.frame.access.permissions import PersonRequest
from pages.frame.content import markdown
from pages.frame.fields.forms import refuse, sent
from pages.workshop.forms import CodeForm, EditForm, WriteForm
from pages.workshop.lessons import line_of
from sandbox.errors import UploadError
from tries import services
from tries.services import NO_ACCOUNT

MODES = {"c": "c_cpp", "cpp": "c_cpp", "go": "golang", "make": "c_cpp", "cmake": "c_cpp"}
"""The editor's own names of languages, where they are other ones."""
_FIRST = re.compile(r"(strategy|ai)(_client)?\.", re.IGNORECASE)
"""The file of a kit that its author changes."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def write(request: HttpRequest, game: str, lesson: str = "") -> HttpResponse:
    """A kit of a game, which becomes a bot of those who are logged in; beside it a lesson."""
    the_game = find_game(game)
    line = line_of(request, the_game, lesson) if lesson else None
    buildable = {each.name for each in languages.available()}
    offered = [kit for kit in the_game.kits if kit.language in buildable]
    if not offered:
        return redirect("game-kit", the_game.name)
    asked = request.GET.get("language") or offered[0].language
    kit = the_game.kit(asked)
    if kit is None or kit not in offered:
        raise Http404(
            f"{the_game.title} has no starter kit for “{asked}” that this site can build."
        )
    form = WriteForm(sent(request))
    person = request.user if isinstance(request.user, User) else None
    if request.method == "POST" and person is None:
        form.add_error(None, "Log in to save a bot. Your browser keeps the code.")
    elif person and request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        name, code, language = data["name"], data["code"], kit.language
        version = _saved(form, lambda: editing.create(person, game, name, code, language=language))
        if version:
            return redirect(version)
    shared = {"game": the_game, "kit": kit, "kits": offered, "form": form, "line": line}
    files, draft = bot_files(kit), f"write:{game}:{kit.language}"
    if line:
        files, draft = (
            start_of(the_game, line.lesson, kit),
            f"lesson:{game}:{lesson}:{kit.language}",
        )
        shared["gap"] = gap_of(the_game, line.lesson, kit)
    page = _page(request, the_game, kit, editing.texts_of(files), draft, kit.language)
    template = "workshop/lesson.html" if line else "workshop/write.html"
    return _answer(request, template, shared | page, form)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def edit(request: PersonRequest, owner: str, name: str, number: int) -> HttpResponse:
    """A version's files, which become the next version."""
    bot = managed_bot(request, owner, name)
    version = _version(bot, number)
    form = EditForm(sent(request))
    if form.is_valid():
        data = form.cleaned_data
        saved = _saved(
            form, lambda: editing.save(version, request.user, data["code"], data["note"])
        )
        if saved:
            return redirect(saved)
    files = editing.files_of(version, request.user)
    texts = editing.texts_of(files)
    game = GAMES.get(bot.game)
    kit = game.kit(version.language) if game else None
    shared = {
        "bot": bot,
        "version": version,
        "form": form,
        "others": sorted(files.keys() - texts.keys()),
    }
    page = _page(request, game, kit, texts, f"version:{version.pk}", version.language)
    return _answer(request, "workshop/edit.html", shared | page, form)


@require_safe
@login_required
def compare(request: PersonRequest, owner: str, name: str, number: int) -> HttpResponse:
    """The changes from another version, by default the one before."""
    bot = open_bot(request, owner, name)
    version = _version(bot, number)
    others = list(bot.versions.exclude(source="").exclude(pk=version.pk).defer("build_log"))
    asked = request.GET.get("with", "")
    wanted = (other for other in others if str(other.number) == asked)
    before = (other for other in others if other.number < version.number)
    other = next(wanted if asked else before, None)
    if asked and other is None:
        raise Http404(f"{bot.name} has no files of a version “{asked}”.")
    files = None
    if other is not None:
        other.bot = bot
        old, new = sorted((other, version), key=lambda each: each.number)
        sides = [editing.files_of(each, request.user) for each in (old, new)]
        files = list(differences(*sides))
    else:
        old, new = version, version
    context = {"bot": bot, "version": version, "others": others, "other": other}
    context |= {"old": old, "new": new, "files": files}
    return render(request, "workshop/compare.html", context)


def _version(bot: Bot, number: int) -> BotVersion:
    version = get_object_or_404(bot.versions.exclude(source=""), number=number)
    version.bot = bot
    artifacts.require_files(version)
    return version


def _saved(form: CodeForm, act: Callable[[], BotVersion]) -> BotVersion | None:
    """The version that ``act`` made; None where it was refused, which the form then says."""
    try:
        return act()
    except UploadError as error:
        form.add_error(None, str(error))
    except ValidationError as error:
        refuse(form, error)
    return None


def _page(
    request: HttpRequest,
    game: Game | None,
    kit: Kit | None,
    texts: dict[str, str],
    draft: str,
    language: str,
) -> dict[str, object]:
    """The editor's part of a page.  ``draft`` names the code that a browser keeps."""
    mode = MODES.get(language, language)
    order = sorted(texts, key=lambda path: (not _FIRST.match(PurePosixPath(path).name), path))
    return {
        "game": game,
        "language": language,
        "opponents": _opponents(game) if game else [],
        "no_try": "" if request.user.is_authenticated or services.open_to_all() else NO_ACCOUNT,
        "mode": mode,
        "editor": {
            "draft": draft,
            "mode": mode,
            "files": [{"path": path, "text": texts[path]} for path in order],
        },
        "guide": markdown.guide(kit) if kit else None,
        "rules": markdown.rules(game, markdown.BESIDE_CODE) if game else None,
    }


def _opponents(game: Game) -> list[Bot]:
    """House bots from the weakest to the strongest, without those that think for very long."""
    order = {house.name: place for place, house in enumerate(game.house) if not house.practice}
    bots = services.opponents(game.name).filter(name__in=order)
    return sorted(bots, key=lambda bot: order[bot.name])


def _answer(
    request: HttpRequest, template: str, context: dict[str, object], form: CodeForm
) -> HttpResponse:
    return render(request, template, context, status=422 if form.errors else 200)
