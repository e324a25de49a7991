"""A bot that says nothing in time has said 7."""

from sandbox.tests.parlour import Mild

GAME = Mild()
