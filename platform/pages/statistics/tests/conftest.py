"""The bots of the comparisons' tests."""

from ladder.comparisons.tests.conftest import bots as bots
from ladder.comparisons.tests.conftest import new as new
