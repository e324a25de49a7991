"""How many examples property tests draw.

``make test`` draws a fifth of them, always the same ones.  ``make test-all`` draws all of them, at
random.
"""

from __future__ import annotations

from hypothesis import settings

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
    full = settings.get_current_profile_name() == NIGHTLY
    return settings(max_examples=number if full else -(-number // SHARE))
