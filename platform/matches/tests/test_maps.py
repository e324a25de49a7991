"""A match on a map, played by the real judger."""

from __future__ import annotations

from games.registry import GAMES
from maps.services import Draft, create_map, edit_map
from matches import services, tasks
from matches.recorded.replays import open_replay

TEXT = "8 8 1 length 3\n9 8 4 ray 512\n"
BOARD = {"items": [[8, 8, 1, 0, 3], [9, 8, 4, 2, 512]]}


def test_a_match_is_played_on_the_board_that_the_map_had(alices_bot, make_ready, alice):
    version = make_ready(alices_bot)
    board = create_map(alice, "snake", Draft("two", TEXT))
    match = services.request_match(alice, "snake", "blitz", [version, version], 7, board)
    edit_map(board, alice, Draft("two", "1 1 1 length 1\n"))
    tasks.play("matches")
    match.refresh_from_db()
    assert (match.state, match.map_revision, match.map) == ("finished", 1, BOARD)
    with open_replay(match) as replay:
        assert replay.header["setup"]["map"] == BOARD
        (first,) = replay.read(0, 1)
    assert first["scene"]["items"] == BOARD["items"]
    assert GAMES["snake"].maps is not None
