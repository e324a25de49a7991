"""A bot that says nothing in time has failed."""

from sandbox.tests.parlour import Hasty

GAME = Hasty()
