"""The card of a match: a picture of names and result for previews of shared links."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe
from PIL import Image, ImageDraw, ImageFont

from arbiter.downloads import Download, download
from games.registry import GAMES
from matches.models import Match
from matches.sides import told_apart
from pages.frame.match_seats import seat_rows
from pages.templatetags.site import ruleset_title, verdict

WIDTH, HEIGHT = 1200, 630
"""Pixels, as sites that show previews ask for (ratio 1.91:1)."""
MOST_NAMES = 5
EDGE = 72
BACKGROUND, TEXT, MUTED, LINE = "#10151c", "#f2f5f8", "#9aa7b5", "#2a3440"
SEATS = ("#2b7de0", "#e07b16", "#b8459c", "#d43d3d", "#a8920c")
"""The colours of the first seats, as `static/player/palette.js` has them."""
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


@require_safe
def show(request: HttpRequest, number: int) -> HttpResponseBase:
    """The card as PNG. 404 for matches that not everybody may see, whoever asks."""
    found = get_object_or_404(Match.objects.for_lists().public(), pk=number)
    what = Download(f"match-{number}.png", "image/png", found.visible_to, fresh_s=60, inline=True)
    return download(request, what, picture(found))


def picture(match: Match) -> bytes:
    """The PNG of a match, `WIDTH` × `HEIGHT` pixels."""
    image = Image.new("RGB", (WIDTH, HEIGHT), BACKGROUND)
    pen = ImageDraw.Draw(image)
    game = GAMES.get(match.game)
    title = _drawable(game.title if game else match.game, match.game)
    _text(pen, (EDGE, 60), f"{title} · {_drawable(ruleset_title(match), match.ruleset)}", 34, MUTED)
    _names(pen, seat_rows(match), (game and game.colors) or SEATS)
    pen.line((EDGE, 508, WIDTH - EDGE, 508), LINE, 2)
    _text(pen, (EDGE, 528), _result(match), 38, TEXT, WIDTH - 2 * EDGE - 260)
    end = f"Arbiter · match {match.pk}"
    _text(pen, (WIDTH - EDGE - int(pen.textlength(end, _font(26))), 538), end, 26, MUTED)
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _result(match: Match) -> str:
    if match.state == Match.State.FINISHED:
        return _drawable(verdict(match), "finished")
    return str(match.get_state_display()).capitalize()


def _names(pen: ImageDraw.ImageDraw, rows: Sequence[dict[str, Any]], colors: Sequence[str]) -> None:
    names = told_apart([row["seat"] for row in rows])
    shown = rows if len(rows) <= MOST_NAMES else rows[: MOST_NAMES - 1]
    size = 72 if len(shown) <= 2 else 48
    step = size + 26
    top = 300 - step * (len(shown) + (len(shown) < len(rows))) // 2
    for i, row in enumerate(shown):
        y = top + i * step
        won = row["place"] == 1
        pen.rounded_rectangle((EDGE, y + 8, EDGE + 14, y + size + 4), 7, colors[i % len(colors)])
        first = row["place"] is None or won
        name = _drawable(names[row["number"]], f"seat {row['number'] + 1}")
        end = _text(pen, (EDGE + 40, y), name, size, TEXT if first else MUTED, 700)
        if row["rating"] is not None:
            _text(pen, (end + 24, y + size // 3), str(round(row["rating"])), size // 2, MUTED)
        if row["place"] is not None:
            place = "won" if won else f"place {row['place']}"
            x = WIDTH - EDGE - int(pen.textlength(place, _font(size // 2)))
            _text(pen, (x, y + size // 3), place, size // 2, TEXT if won else MUTED)
    if len(shown) < len(rows):
        more = f"and {len(rows) - len(shown)} more"
        _text(pen, (EDGE + 40, top + len(shown) * step), more, 34, MUTED)


def _font(size: int) -> Font:
    return ImageFont.load_default(size)


def _text(
    pen: ImageDraw.ImageDraw,
    at: tuple[int, int],
    text: str,
    size: int,
    color: str,
    most: int = WIDTH - 2 * EDGE,
) -> int:
    """Write a line of up to ``most`` pixels, shortened with an ellipsis; its end in pixels."""
    font = _font(size)
    if pen.textlength(text, font) > most:
        while text and pen.textlength(f"{text}…", font) > most:
            text = text[:-1]
        text = f"{text.rstrip()}…"
    pen.text(at, text, color, font)
    return at[0] + int(pen.textlength(text, font))


def _drawable(text: str, otherwise: str) -> str:
    """The text, or ``otherwise`` where the font lacks its letters: it has those of Latin-1."""
    try:
        text.encode("latin-1")
    except UnicodeEncodeError:
        plain = text.replace("–", "-").replace("’", "'").replace("“", '"').replace("”", '"')
        return plain if plain.isascii() else otherwise
    return text
