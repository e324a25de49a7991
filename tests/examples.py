"""How much of a test ``make test`` tries, and how much ``make test-all``.

Of the examples of a property, ``make test`` draws a fifth, always the same ones, and
``make test-all`` draws all of them, at random.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import pytest
from hypothesis import settings

T = TypeVar("T")

USUAL = 100
"""Examples of a property that names no number."""
SHARE = 5
NIGHTLY = "nightly"

settings.register_profile("quick", max_examples=USUAL // SHARE, derandomize=True, deadline=None)
settings.register_profile(NIGHTLY, max_examples=USUAL, deadline=None, print_blob=True)


def load(*, nightly: bool) -> None:
    """Choose the profile; before the test modules are imported."""
    settings.load_profile(NIGHTLY if nightly else "quick")


def examples(number: int) -> settings:
    """A decorator for a property that ``make test-all`` tries with this number of examples."""
    return settings(max_examples=sample(number, -(-number // SHARE)))


def sample(whole: T, part: T) -> T:
    """``whole`` in ``make test-all``, ``part`` in ``make test``."""
    return whole if settings.get_current_profile_name() == NIGHTLY else part


def some_of(names: Iterable[str], *kept: str) -> list[Any]:
    """Parameters of a test: ``make test`` tries ``kept``, and ``make test-all`` all of them."""
    every = list(names)
    assert set(kept) < set(every)
    return [pytest.param(name, marks=() if name in kept else pytest.mark.nightly) for name in every]
