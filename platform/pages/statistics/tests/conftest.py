"""The bots of the comparisons' tests."""

from ladder.comparisons.tests.conftest import bots as bots
from ladder.comparisons.tests.conftest import kept_bots as kept_bots
from ladder.comparisons.tests.conftest import new as new
