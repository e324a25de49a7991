"""Every address of the site, from its URL conf."""

from __future__ import annotations

import dis
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from types import CodeType
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from arbiter.serving.downloads import download

OURS = ("api", "arbiter", "exports", "matches", "pages")
"""Where functions are that make answers."""


@dataclass(frozen=True)
class Address:
    """``path`` as the URL conf writes it; ``view`` without its decorators, in the API the method
    that answers GET."""

    path: str
    name: str
    view: Any


def every_address() -> list[Address]:
    return list(_under(get_resolver(), "", ""))


def _under(resolver: URLResolver, path: str, space: str) -> Iterator[Address]:
    for each in resolver.url_patterns:
        here = path + str(each.pattern)
        if isinstance(each, URLPattern):
            yield Address(here, f"{space}{each.name or ''}", _view(each.callback))
        else:
            own = f"{space}{each.namespace}:" if each.namespace else space
            yield from _under(each, here, own)


def _view(callback: Any) -> Any:
    action = getattr(callback, "actions", {}).get("get")
    return getattr(callback.cls, action) if action else inspect.unwrap(callback)


def makes_downloads(view: Any) -> bool:
    """Whether functions that a view calls, by their names, come to `arbiter.serving.downloads`."""
    seen: set[Any] = set()
    left = [view]
    while left:
        function = inspect.unwrap(left.pop())
        if function is download:
            return True
        if function not in seen and inspect.isfunction(function):
            seen.add(function)
            left += _called(function)
    return False


def _called(function: Any) -> Iterator[Any]:
    """Functions that it names, as ``name`` or as ``module.name``."""
    for code in _codes(function.__code__):
        steps = list(dis.get_instructions(code))
        for step, following in pairwise([*steps, steps[-1]]):
            if step.opname != "LOAD_GLOBAL":
                continue
            found = function.__globals__.get(step.argval)
            if inspect.ismodule(found):
                found = getattr(found, str(following.argval), None)
            if _is_ours(found):
                yield found


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


def _is_ours(found: Any) -> bool:
    room = getattr(found, "__module__", None) or ""
    return inspect.isfunction(found) and room.partition(".")[0] in OURS
