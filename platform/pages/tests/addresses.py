"""Every address of the site, from its URL conf."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver


@dataclass(frozen=True)
class Address:
    """``path`` as the URL conf writes it; ``view`` without its decorators."""

    path: str
    name: str
    view: Any


def every_address() -> list[Address]:
    return list(_under(get_resolver(), "", ""))


def _under(resolver: URLResolver, path: str, space: str) -> Iterator[Address]:
    for each in resolver.url_patterns:
        here = path + str(each.pattern)
        if isinstance(each, URLPattern):
            view = inspect.unwrap(each.callback)
            yield Address(here, f"{space}{each.name or ''}", view)
        else:
            own = f"{space}{each.namespace}:" if each.namespace else space
            yield from _under(each, here, own)
