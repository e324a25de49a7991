"""Tries of the editor's code: request one, follow it, show its board and its log.

A browser that requested a try may look at it, by its session; for others it does not exist.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from bots import editing
from bots.models import BotVersion
from games.ending import plain
from games.engine import EndState, with_facts
from games.lessons import LEARNER, Lesson
from games.registry import GAMES
from games.texts.sentences import paragraph
from matches.recorded.endings import ending_of
from pages.frame.access.finding import find_game
from pages.frame.access.middleware import policy
from pages.frame.match_parts.endings import fault_detail
from pages.templatetags.site import board_view
from pages.workshop.forms import TryForm
from pages.workshop.lessons import following
from sandbox.errors import UploadError
from tries import progress, services
from tries.keys import SESSION, remember
from tries.models import Try
from tries.playing import seat_names

FRAMED = policy({"frame-ancestors": "'self'"})
"""The policy of a page that the editor shows within itself."""


@require_POST
@never_cache
def request_try(request: HttpRequest, game: str) -> JsonResponse:
    the_game = find_game(game)
    form = TryForm(request.POST)
    if not form.is_valid():
        return _refused([str(error) for errors in form.errors.values() for error in errors])
    data = form.cleaned_data
    again = _own(request, data["again"]) if data["again"] else None
    person = request.user if isinstance(request.user, User) else None
    address = str(request.META.get("REMOTE_ADDR", ""))
    try:
        code = _code(person, data)
        opponent, lesson = data["opponent"], data["lesson"]
        browser = "" if person else _session_key(request)
        row = services.request(
            person, address, the_game.name, code, opponent, again, lesson, browser
        )
    except UploadError as error:
        return _refused([str(error)])
    except ValidationError as error:
        return _refused(error.messages)
    except PermissionDenied as error:
        return _refused([str(error)], status=403)
    remember(request.session, row.key)
    return JsonResponse(_told(row), status=201)


def _session_key(request: HttpRequest) -> str:
    """Of the browser's session, which begins now if there was none."""
    if request.session.session_key is None:
        request.session.create()
    return str(request.session.session_key)


def _code(person: User | None, data: dict[str, Any]) -> services.Code:
    """The editor's files; where they are edits of a version, with its other files."""
    if not data["version"]:
        return services.Code(editing.applied({}, data["code"]), data["language"])
    if person is None:
        raise PermissionDenied("You have been signed out. Sign in again: your browser keeps edits.")
    version = _version(person, data["version"])
    files = editing.applied(editing.files_of(version, person), data["code"])
    return services.Code(files, version.language, version.program)


def _version(person: User, pk: int) -> BotVersion:
    """A version of a bot that this person manages; for others it does not exist."""
    versions = BotVersion.objects.exclude(source="").select_related("bot__owner", "bot__team")
    version = versions.filter(pk=pk).first()
    if version is None or not version.bot.managed_by(person):
        raise Http404("There is no such version.")
    return version


def _refused(errors: list[str], status: int = 422) -> JsonResponse:
    return JsonResponse({"error": " ".join(errors)}, status=status)


def _own(request: HttpRequest, key: UUID) -> Try | None:
    """A try that this browser requested; None where there is none, or none any more."""
    if str(key) not in request.session.get(SESSION, []):
        return None
    return Try.objects.filter(pk=key).first()


def _find(request: HttpRequest, key: UUID) -> Try:
    row = _own(request, key)
    if row is None:
        raise Http404("There is no such try. Tries are removed after a day.")
    return row


@require_safe
@never_cache
def state(request: HttpRequest, key: UUID) -> JsonResponse:
    row = _find(request, key)
    progress.keep(request.user, request.session, row)
    return JsonResponse(_told(row))


def _told(row: Try) -> dict[str, object]:
    return {
        "key": str(row.key),
        "state": row.state,
        "words": _words(row),
        "over": row.is_over,
        "failed": row.failed,
        "passed": row.passed,
        "next": following(row) if row.passed else None,
        "match": row.match,
        "address": reverse("try-state", args=[row.key]),
        "board": reverse("try-board", args=[row.key]) if _has_board(row) else None,
        "build": row.build_log,
        "log": "".join(line["text"] for line in row.log),
    }


def _has_board(row: Try) -> bool:
    return row.state in (Try.State.PLAYING, Try.State.DONE)


def _words(row: Try) -> str:
    """The state of a try in a sentence."""
    match row.state:
        case Try.State.WAITING:
            return "Your code waits to be built."
        case Try.State.BUILDING:
            return "Your code is being built."
        case Try.State.PLAYING:
            return _playing(row)
        case Try.State.FAILED:
            return f"{row.failure[:1].upper()}{row.failure[1:].rstrip('.')}."
    if row.task and not row.failed:
        return _verdict(row.task, row.count)
    return _result_words(row)


def _result_words(row: Try) -> str:
    """The winner, and how it ended for the author's bot."""
    result = row.result or {}
    outcome = with_facts(result)
    own, *others = outcome["seats"]
    errors = "".join(line["text"] for line in row.log)
    faults = result["seats"][LEARNER].get("faults") or []
    details = {LEARNER: fault_detail(faults, errors)}
    ending = plain(ending_of(row.game, outcome, LEARNER, details), seat_names(row))
    if own["end"] != EndState.OK:
        return ending
    best = min(seat["rank"] for seat in others)
    if own["rank"] < best:
        return f"Your bot beats {row.opponent}. {ending}"
    if own["rank"] == best:
        return f"Your bot and {row.opponent} are equal. {ending}"
    return f"{row.opponent} beats your bot. {ending}"


def _playing(row: Try) -> str:
    """The opponent, and which of several matches is played."""
    task, opponent = row.task, row.opponent
    if task is None or task.matches == 1:
        return f"Your bot plays against {opponent}."
    which = f"Your bot plays against {opponent}: match {row.match} of {task.matches}."
    return paragraph(which, f"{task.counted(row.count).capitalize()} so far.")


def _verdict(task: Lesson, count: int) -> str:
    if count >= task.needs:
        return f"Lesson passed: {task.counted(count)}; needed: {task.needs}."
    return f"Not yet: {task.counted(count)}; needed: {task.needs}."


@require_safe
@never_cache
@xframe_options_sameorigin
def board(request: HttpRequest, key: UUID) -> HttpResponse:
    """The player alone, which the editor frames."""
    row = _find(request, key)
    if not _has_board(row) or row.game not in GAMES:
        raise Http404("This try has no board.")
    names = seat_names(row)
    live = not row.is_over
    config = {
        "match": 0,
        "socket": f"/ws/tries/{row.key}/",
        "frames": None if live else reverse("try-frames", args=[row.key]),
        "view": board_view(row.game),
        "state": "running" if live else "finished",
        "title": f"Your bot against {row.opponent}",
        "seats": [{"number": n, "name": name, "url": None} for n, name in enumerate(names)],
        "log_url": reverse("try-log", args=[row.key]),
        "info": [["Seed", str(row.match_seed)], ["Opponent", row.opponent]],
    }
    answer = render(request, "workshop/board.html", {"player": config})
    answer["Content-Security-Policy"] = FRAMED
    return answer


@require_safe
@never_cache
def frames(request: HttpRequest, key: UUID) -> JsonResponse:
    content = _find(request, key).content()
    if content is None:
        raise Http404("This try has no frames.")
    return JsonResponse(content)


@require_safe
@never_cache
def log(request: HttpRequest, key: UUID) -> JsonResponse:
    return JsonResponse({"lines": _find(request, key).log})
