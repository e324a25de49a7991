"""Filters of templates never raise: a page with an odd value is worth more than none."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from django import template

logger = logging.getLogger(__name__)


def never_raise(library: template.Library) -> None:
    """Have each filter of a library show a value that it cannot show as it shows None, or else as
    nothing.  The log gets a warning, unless the value is missing."""
    for name, function in library.filters.items():
        library.filters[name] = _safe(name, function)


def _safe(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def shown(value: Any, *args: Any) -> Any:
        try:
            return function(value, *args)
        except Exception as error:
            # Templates pass "" for what they do not find.
            if value is not None and value != "":
                logger.warning("The filter %s cannot show %.100r: %r", name, value, error)
        try:
            return function(None, *args)
        except Exception:
            return ""

    return shown
