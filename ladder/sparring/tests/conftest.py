"""A season of snake and bots that play in it, as in the ladder's own tests."""

from ladder.tests.conftest import pit as pit
from ladder.tests.conftest import season as season
from ladder.tests.conftest import viper as viper
from ladder.tests.conftest import worm as worm
