"""The bots of the comparisons' tests, and matches of theirs that end as a test wants."""

import pytest

from ladder.comparisons.tests.conftest import bots as bots
from ladder.comparisons.tests.conftest import kept_bots as kept_bots
from ladder.comparisons.tests.conftest import new as new
from ladder.tests.play import finish
from matches.services import create_match


@pytest.fixture
def meet(bots):
    """Makes a finished match of bots (by name) or versions with these ranks."""

    def make(players, ranks, kind="ladder", ruleset="two", ends=None, **more):
        versions = [bots[p].active_version if isinstance(p, str) else p for p in players]
        return finish(create_match("stakes", ruleset, kind, versions, **more), ranks, ends)

    return make
