"""The way back to the page that a person came from: the one place that reads ``next``."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme

FIELD = "next"
LONGEST = 2000
"""Characters of an address."""


def local_address(request: HttpRequest, address: str) -> str | None:
    """Path, query and fragment of an address of this site; None where it is anything else.

    The path must begin with a slash, so that no text is taken for the name of a view.
    """
    safe = url_has_allowed_host_and_scheme(address, {request.get_host()}, request.is_secure())
    if not safe or len(address) > LONGEST:
        return None
    if " " in address or not address.isprintable():
        return None
    parts = urlsplit(address)
    local = parts._replace(scheme="", netloc="").geturl()
    # The path after the host may begin with two slashes and name another host.
    if not local.startswith("/") or local.startswith(("//", "/\\")):
        return None
    return local


def back(request: HttpRequest, default: str) -> HttpResponseRedirect:
    """To the address that the posted form names, or to the view ``default``."""
    there = local_address(request, request.POST.get(FIELD, ""))
    return HttpResponseRedirect(there or resolve_url(default))
