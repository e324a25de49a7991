"""The bots of the comparisons' tests, and one comparison of alice's that a few results decide."""

import pytest

from ladder.comparisons.tests.conftest import bots as bots
from ladder.comparisons.tests.conftest import kept_bots as kept_bots
from ladder.comparisons.tests.conftest import new as new
from ladder.comparisons.tests.steps import begin


@pytest.fixture
def comparison(alice, bots, new):
    return begin(alice, new, bots["ant"].active_version, elo1=300)
