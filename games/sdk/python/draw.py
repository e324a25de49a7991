"""Drawings for the replay: shapes over the board, numbers in the chart, marks on the bar.

Only you and your team see them, on the page of the match and in replays of your own runs.  Each call
writes one line to standard error, and counts towards its limit.  Points are the game's own.

Colours: red, orange, yellow, green, teal, blue, purple, pink, brown, grey, white, black.
"""

import json
import sys


def cells(points, color="blue", layer="drawing"):
    """Tint cells, each a point such as (x, y)."""
    _write(cells=[list(point) for point in points], color=color, layer=layer)


def arrow(start, end, color="blue", layer="drawing"):
    """An arrow from a point to another."""
    _write(arrows=[[*start, *end]], color=color, layer=layer)


def circle(point, radius=0.4, color="blue", layer="drawing"):
    """A circle around a point; the radius is in cells."""
    _write(circles=[[*point, radius]], color=color, layer=layer)


def text(point, words, color="blue", layer="drawing"):
    """A short text at a point."""
    _write(texts=[[*point, str(words)]], color=color, layer=layer)


def series(name, number):
    """A number of this turn, for the chart."""
    _write(series={name: number})


def mark(label):
    """A mark on the bar at this turn."""
    _write(mark=str(label))


def _write(**drawing):
    print("#draw", json.dumps(drawing), file=sys.stderr, flush=True)
