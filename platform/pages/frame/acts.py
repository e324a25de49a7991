"""Acts that a page asks of a service, and the answer to the person: a message, a form's errors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.permissions import require_reason
from pages.frame.fields.forms import refuse


@dataclass
class Outcome:
    """Whether the act is done."""

    done: bool = False


@contextmanager
def reported(request: HttpRequest, done: str = "", refused: str = "") -> Iterator[Outcome]:
    """Show the message ``done`` after the block, unless it is empty. If a service refuses the act,
    show ``refused`` and the service's reasons instead, and continue after the block.
    """
    outcome = Outcome()
    try:
        yield outcome
    except (ValidationError, PermissionDenied) as error:
        messages.error(request, refused + " ".join(getattr(error, "messages", [str(error)])))
    else:
        outcome.done = True
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


def form_page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """A page with forms.  A post that was not redirected was refused, so its status is 422."""
    status = 422 if request.method == "POST" else 200
    return render(request, template, context, status=status)


def given_reason(request: HttpRequest) -> str:
    """The reason in the posted form; ValidationError where it is missing or too long."""
    return require_reason(request.POST.get("reason", ""))
