"""Looks for the platform's secret in its own environment."""

import os

from sandbox.tests.hostile.programs.tell import attempt


def look() -> str:
    try:
        return os.environ["ARBITER_KIT_SECRET"]
    except KeyError:
        raise OSError("not there") from None


attempt(look)
