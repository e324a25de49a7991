"""Uploads that are processed later: the answer to the script that sends them, and the progress."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect


def created(request: HttpRequest, row: Any) -> HttpResponse:
    """The way to the new row's page; scripts that show an upload's progress ask for its address as
    JSON.
    """
    if request.headers.get("Accept") == "application/json":
        return JsonResponse({"location": row.get_absolute_url()}, status=201)
    return redirect(row)


def progress(row: Any, log: str) -> JsonResponse:
    """The state of a row that has ``state`` and ``is_settled``, for pages without a socket."""
    label = row.get_state_display()
    body = {"state": row.state, "label": label, "settled": row.is_settled, "log": log}
    return JsonResponse(body)
