"""Candidates as tests of the matchmaker have them, and the sizes of samples."""

from hypothesis import settings

from ladder.core.pairing import BURST_GAMES, MAX_REST, Candidate
from ladder.core.rating import MU
from tests.examples import NIGHTLY

SETTLED = BURST_GAMES * 5


def settled(number, *, owner=None, mu=MU, sigma=1.5, **more):
    more.setdefault("games", SETTLED)
    more.setdefault("idle", MAX_REST)
    return Candidate(number, number if owner is None else owner, mu, sigma, **more)


def sample(whole: int, part: int) -> int:
    """The size of a sample: ``whole`` in ``make test-all``, ``part`` in ``make test``."""
    return whole if settings.get_current_profile_name() == NIGHTLY else part
