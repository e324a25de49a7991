"""How the entrants of a series got on: wins, and what each win multiplies, over its games."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.texts.sentences import counted, paragraph
from ladder.core import series
from ladder.events.reading.stages import rows as stage_rows
from pages.frame.content.charts import SIGNS, Scale, labels

_WIDTH, _HEIGHT = 640, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 64, 26, 32
_SPREAD = 24
"""Lines of equal wins run side by side, together so broad."""
_numbers = count(1)


def course(rows: Sequence[stage_rows.SeriesRow], games: int) -> SafeString:
    """A line for each entrant over the numbers of the games, flat where it sat out, which ends
    where it left; empty before the first result."""
    if not games:
        return SafeString("")
    x = Scale(0, games, _LEFT + 10, _WIDTH - _RIGHT - 10)
    y = Scale(0, series.GOAL, _HEIGHT - _BOTTOM - _SPREAD / 2, _TOP + _SPREAD / 2)
    gap = min(4.0, _SPREAD / max(1, len(rows) - 1))
    ordered = sorted(rows, key=lambda row: row.standing.entrant)
    middle = (len(ordered) - 1) / 2
    lines = [_line(row, x, y, (row.standing.entrant - middle) * gap) for row in ordered]
    title, described = f"series-{next(_numbers)}", f"series-{next(_numbers)}"
    return format_html(
        '<svg class="plot plot-series" viewBox="0 0 {} {}" role="img" aria-labelledby="{} {}">'
        '<title id="{}">Wins after each game</title><desc id="{}">{}</desc>{}{}{}</svg>',
        _WIDTH,
        _HEIGHT,
        title,
        described,
        title,
        described,
        paragraph(*map(_words, rows)),
        _levels(y),
        _games(x, games),
        format_html_join("", "{}", ((line,) for line in lines)),
    )


def _words(row: stage_rows.SeriesRow) -> str:
    line = row.standing.line
    bot, wins = row.entry.entry.bot, counted(line.wins, "win")
    sat = sum(part is None for part in _while_there(row))
    out = counted(sat, "game")
    if sat and line.left:
        return f"{bot}: {wins}, sat out {out}, left after game {line.left}."
    if sat:
        return f"{bot}: {wins}, sat out {out}."
    return f"{bot}: {wins}, left after game {line.left}." if line.left else f"{bot}: {wins}."


def _while_there(row: stage_rows.SeriesRow) -> Sequence[series.EntrantGame | None]:
    """Its parts in the games up to the one after which it left."""
    return row.parts[: row.standing.line.left]


def _levels(y: Scale) -> SafeString:
    return format_html(
        '<text class="plot-label" x="{}" y="14" text-anchor="end">wins</text>'
        '<text class="plot-label" x="{}" y="14">begins with</text>{}',
        _LEFT - 8,
        _WIDTH - _RIGHT - 4,
        format_html_join(
            "",
            '<path class="plot-grid" d="M{} {}H{}"/>'
            '<text class="plot-label" x="{}" y="{}" text-anchor="end">{}</text>'
            '<text class="plot-label" x="{}" y="{}">×{}</text>',
            (
                (
                    _LEFT,
                    y(wins),
                    _WIDTH - _RIGHT,
                    _LEFT - 8,
                    y(wins) + 4,
                    wins,
                    _WIDTH - _RIGHT + 8,
                    y(wins) + 4,
                    f"{series.handicap(wins):.3g}",
                )
                for wins in range(series.GOAL + 1)
            ),
        ),
    )


def _games(x: Scale, games: int) -> SafeString:
    every = max(1, -(-games // 12))
    return labels(((x(n), n or "start") for n in range(0, games + 1, every)), _HEIGHT - 8)


def _line(row: stage_rows.SeriesRow, x: Scale, y: Scale, aside: float) -> SafeString:
    wins = [0]
    for part in _while_there(row):
        wins.append(part.wins + part.won if part else wins[-1])
    points = [(x(game), round(y(level) + aside, 1)) for game, level in enumerate(wins)]
    number = row.standing.entrant % len(SIGNS)
    return format_html(
        '<g class="plot-seat" data-seat="{}"><title>{}</title><path d="M{}"/>'
        '<text x="{}" y="{}" text-anchor="middle" dominant-baseline="central">{}</text></g>',
        number,
        _words(row),
        "L".join(f"{a} {b}" for a, b in points),
        *points[-1],
        SIGNS[number],
    )
