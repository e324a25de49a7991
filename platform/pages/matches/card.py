"""The card of a match: a picture of its last board, names and scores for previews of links."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe
from PIL import Image, ImageDraw, ImageFont

from arbiter.serving.downloads import Download, download
from games.game import GROUND, ROCK, SEATS, THING
from games.registry import GAMES
from games.replay import ReplayError
from games.replayed import TAKEN_ILL
from matches.models import Match
from matches.recorded.replays import open_replay
from matches.recorded.results import score_of, sentence
from matches.recorded.sides import told_apart
from pages.frame.match_parts.match_seats import SeatRow, seat_rows
from pages.templatetags.site import ruleset_title

WIDTH, HEIGHT = 1200, 630
"""Pixels, as sites that show previews ask for (ratio 1.91:1)."""
MOST_NAMES = 5
EDGE = 72
BACKGROUND, TEXT, MUTED, LINE = "#10151c", "#f2f5f8", "#9aa7b5", "#2a3440"
COLOURS = (
    *("#2b7de0", "#e07b16", "#b8459c", "#d43d3d", "#a8920c", "#7a5fe0"),
    *("#12967f", "#3aa0c9", "#4c9140", "#a0673c", "#e0749f", "#6b7a90"),
    *("#4f5fc4", "#86a11c", "#a83263", "#1d8391"),
)
"""The colours of seats, as `static/player/palette.js` has them."""
BOARD = 376
"""Pixels of the last board in both directions, at the right."""
TILES = {GROUND: "#1a222c", ROCK: "#3d4957", THING: "#7d8b6a"}
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


@require_safe
def show(request: HttpRequest, number: int) -> HttpResponseBase:
    """The card as PNG. 404 for matches that not everybody may see, whoever asks."""
    match = get_object_or_404(Match.objects.for_lists().public(), pk=number)
    what = Download(f"match-{number}.png", "image/png", match.visible_to, fresh_s=60, inline=True)
    return download(request, what, picture(match))


def picture(match: Match) -> bytes:
    """The PNG of a match, `WIDTH` × `HEIGHT` pixels."""
    image = Image.new("RGB", (WIDTH, HEIGHT), BACKGROUND)
    pen = ImageDraw.Draw(image)
    game = GAMES.get(match.game)
    title = _drawable(game.title if game else match.game, match.game)
    _text(pen, (EDGE, 60), f"{title} · {_drawable(ruleset_title(match), match.ruleset)}", 34, MUTED)
    board, colors = last_board(match), (game and game.colors) or COLOURS
    _names(pen, seat_rows(match), WIDTH - EDGE - (BOARD + 40 if board else 0), colors)
    if board:
        _draw(pen, *board, colors)
    pen.line((EDGE, 508, WIDTH - EDGE, 508), LINE, 2)
    _text(pen, (EDGE, 528), _result(match), 38, TEXT, WIDTH - 2 * EDGE - 260)
    end = f"Arbiter · match {match.pk}"
    _text(pen, (WIDTH - EDGE - int(pen.textlength(end, _font(26))), 538), end, 26, MUTED)
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _result(match: Match) -> str:
    if match.state == Match.State.FINISHED:
        return _drawable(sentence(match), "finished")
    return str(match.get_state_display()).capitalize()


def last_board(match: Match) -> tuple[Sequence[str], Sequence[int]] | None:
    """The rows of tiles at the end of a match, and the seat of the match by that of its last game.

    None where the game has no such picture, or the replay is not whole: it is not made again.
    """
    whole = match.replay and match.replay_form != Match.ReplayForm.COMPACT
    if match.state != Match.State.FINISHED or not whole or match.game not in GAMES:
        return None
    try:
        with open_replay(match) as replay:
            (first,) = replay.read(replay.games[-1], replay.games[-1] + 1)
            (last,) = replay.read(replay.frames - 1)
        rows = GAMES[match.game].tiles(first["scene"], last["key"]) if "key" in last else ()
    except (OSError, ReplayError, *TAKEN_ILL):  # also one of an older version of the game
        return None
    return (rows, [seat["index"] for seat in first["setup"]["seats"]]) if rows else None


def _draw(
    pen: ImageDraw.ImageDraw, rows: Sequence[str], seats: Sequence[int], colors: Sequence[str]
) -> None:
    cell = BOARD // max(len(rows), len(rows[0]))
    left = WIDTH - EDGE - (BOARD + cell * len(rows[0])) // 2
    top = 296 - cell * len(rows) // 2
    for y, row in enumerate(rows):
        for x, tile in enumerate(row):
            colour = TILES.get(tile) or colors[seats[SEATS.index(tile)]]
            corner = left + x * cell, top + y * cell
            pen.rectangle((*corner, corner[0] + cell - 2, corner[1] + cell - 2), colour)


def _names(
    pen: ImageDraw.ImageDraw, rows: Sequence[SeatRow], right: int, colors: Sequence[str]
) -> None:
    """Names with ratings, and at ``right`` their places and scores."""
    names = told_apart([row["seat"] for row in rows])
    shown = rows if len(rows) <= MOST_NAMES else rows[: MOST_NAMES - 1]
    size = 48 if right < WIDTH - EDGE or len(shown) > 2 else 72
    step = size + 26
    top = 300 - step * (len(shown) + (len(shown) < len(rows))) // 2
    for i, row in enumerate(shown):
        y = top + i * step
        won = row["place"] == 1
        pen.rounded_rectangle((EDGE, y + 8, EDGE + 14, y + size + 4), 7, colors[i])
        first = row["place"] is None or won
        name = _drawable(names[row["number"]], f"seat {row['number'] + 1}")
        result = _of_seat(row, won=won)
        x = right - int(pen.textlength(result, _font(size // 2)))
        rating = "" if row["rating"] is None else str(round(row["rating"]))
        room = x - 2 * 24 - int(pen.textlength(rating, _font(size // 2))) - EDGE - 40
        end = _text(pen, (EDGE + 40, y), name, size, TEXT if first else MUTED, room)
        _text(pen, (end + 24, y + size // 3), rating, size // 2, MUTED)
        _text(pen, (x, y + size // 3), result, size // 2, TEXT if won else MUTED)
    if len(shown) < len(rows):
        more = f"and {len(rows) - len(shown)} more"
        _text(pen, (EDGE + 40, top + len(shown) * step), more, 34, MUTED)


def _of_seat(row: SeatRow, *, won: bool) -> str:
    """Place and score, as far as they are known."""
    place = "" if row["place"] is None else "won" if won else f"place {row['place']}"
    score = row["seat"].score
    return " · ".join(filter(None, (place, "" if score is None else score_of(score))))


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
