"""The bots of the comparisons' tests, and one comparison of alice's."""

import pytest

from ladder.trials.tests.conftest import bots as bots
from ladder.trials.tests.conftest import new as new
from ladder.trials.tests.steps import begin


@pytest.fixture
def trial(alice, bots, new):
    return begin(alice, new, bots["ant"].active_version)
