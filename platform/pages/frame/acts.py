"""Acts that a page asks of a service, and the answer to the person: a message, a form's errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.permissions import require_reason
from games.texts.sentences import paragraph
from ladder import publishing
from ladder.events.models import Event
from pages.frame.access.permissions import PersonRequest
from pages.frame.fields.forms import refuse

CHANGED = (
    "Nothing was done: {} since you opened this page. "
    "The new preview is below. Confirm it, or act with the latest results."
)


@dataclass
class Report:
    """Whether the act is done."""

    done: bool = False


@contextmanager
def reported(request: HttpRequest, done: str = "", refused: str = "") -> Iterator[Report]:
    """Show the message ``done`` after the block, unless it is empty. If a service refuses the act,
    show ``refused`` and the service's reasons instead, and continue after the block.
    """
    report = Report()
    try:
        yield report
    except (ValidationError, PermissionDenied) as error:
        reasons = paragraph(*getattr(error, "messages", [str(error)]))
        messages.error(request, f"{refused}{reasons}")
    else:
        report.done = True
        if done:
            messages.success(request, done)


@contextmanager
def refusing(form: BaseForm, field: str | None = None) -> Iterator[None]:
    """If a service refuses the act in the block, put its objections into the form, those without
    a field of their own beside ``field``, and continue after the block.  Where the act is done,
    the block returns the answer.
    """
    try:
        yield
    except ValidationError as error:
        refuse(form, error, field)


def redirect_with(request: HttpRequest, message: str, to: Any, *args: object) -> HttpResponse:
    """Show the message on the page ``to``, which is an object or the name of a page."""
    messages.success(request, message)
    return redirect(to, *args)


def form_page(request: HttpRequest, template: str, context: dict[str, object]) -> HttpResponse:
    """A page with forms.  A post that was not redirected was refused, so its status is 422."""
    status = 422 if request.method == "POST" else 200
    return render(request, template, context, status=status)


def desk_page(
    request: HttpRequest, event: Event, tab: str, template: str, context: dict[str, Any]
) -> HttpResponse:
    """A page of an event's desk, see `form_page`; ``tab`` is the open one of `event_tabs`."""
    frame = {"event": event, "tab": tab}
    return form_page(request, f"organize/{template}.html", {**frame, **context})


def preview_page(
    request: PersonRequest,
    template: str,
    act: publishing.Act[publishing.Shown, publishing.Outcome],
    context: Callable[[publishing.Shown], dict[str, object]],
    done: Callable[[publishing.Outcome], HttpResponse],
    changed: str = "the results have changed",
    errors: Sequence[str] = (),
) -> HttpResponse:
    """The preview of an act.  Posted with its fingerprint, the act is done, and ``done`` answers,
    unless the form has ``errors``.

    While games end every second, the preview is never the same twice.  So a post that says so does
    it with the results at that moment.
    """
    reason, seen = request.POST.get("reason", ""), request.POST.get("seen", "")
    regardless = request.POST.get("regardless") == "1"
    if request.method == "POST" and not errors:
        try:
            return done(act.do(request.user, reason, seen=seen, regardless=regardless))
        except publishing.Outdated:
            errors = [CHANGED.format(changed)]
        except ValidationError as error:
            errors = error.messages
    shown = act.preview()
    own = {"preview": shown, "errors": errors, "busy": CHANGED.format(changed) in errors}
    return form_page(request, template, context(shown) | own | {"reason": reason})


def given_number(request: HttpRequest, name: str, why: str = "Enter a whole number.") -> int:
    """The number in the posted form; ValidationError for anything else."""
    digits = request.POST.get(name, "")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 6):
        raise ValidationError(why)
    return int(digits)


def given_reason(request: HttpRequest) -> str:
    """The reason in the posted form; ValidationError where it is missing or too long."""
    return require_reason(request.POST.get("reason", ""))
