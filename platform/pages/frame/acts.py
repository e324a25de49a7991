"""Acts that a page asks of a service, and the message about their outcome."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest

from accounts.permissions import require_reason


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


def given_reason(request: HttpRequest) -> str:
    """The reason in the posted form; ValidationError where it is missing or too long."""
    return require_reason(request.POST.get("reason", ""))
