"""Bots as processes at a table with the engine; they are trusted to end their turns themselves."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import Action, EndState, Event, Fault, Setup, Wants
from games.lost_in_space.engine import LostInSpaceEngine
from games.lost_in_space.tests.seated import setup
from games.lost_in_space.wire import LostInSpaceWire
from games.tests.pipes import Bot, Command, Played

CALLS = (
    *("get_my_num", "get_my_pos", "get_my_hp", "get_other_pos", "get_other_hp", "get_keys"),
    *("get_neighbors", "move", "attack", "interact", "view_box", "put_trap", "use_tool"),
    *("detect", "end_turn", "get_landmine_pos", "get_sticky_pos", "get_spawn_pos"),
    *("get_escape_pos", "play"),
)
"""Of the manual: what clients in any language have."""


def play(commands: Sequence[Command], start: Setup) -> Played:
    """Play one game to its end; a fault of a bot shows in the outcome.

    Nobody is hurried: who has a turn must end it, also one that an action has ended, by saying so.
    """
    engine = LostInSpaceEngine(start)
    bots = [Bot(command, LostInSpaceWire(start, seat)) for seat, command in enumerate(commands)]
    events: list[Event] = []
    for seat, bot in enumerate(bots):
        bot.tell(bot.wire.begin(engine.scene(), engine.view(seat)))
    while pending := engine.pending():
        replies: dict[int, Action | Fault] = {}
        for seat, ask in pending.items():
            bots[seat].tell(bots[seat].wire.ask(ask))
            replies[seat] = None if ask.wants is Wants.NOTHING else bots[seat].answer()
        happened = engine.submit(replies)
        for seat, bot in enumerate(bots):
            bot.tell(bot.wire.tell([event for event in happened if event.told_to(seat)]))
        events += happened
    outcome = engine.outcome()
    assert outcome is not None
    seats = tuple(bot.close() for bot in bots)
    return Played(outcome, engine.progress().turn, seats, tuple(events))


def refusals(played: Played) -> int:
    """How often the bots have wanted what the rules refuse."""
    says = [event.data["say"] for event in played.events if "say" in event.data]
    return sum(message.get("success") is False for message in says)


def assert_plays_in_order(command: Command) -> None:
    """Four of these bots play a whole game without a refusal, and end by themselves."""
    played = play([command] * 4, setup())
    assert set(played.ends) == {EndState.OK}
    assert {(seat.exit_code, seat.stderr) for seat in played.seats} == {(0, "the end\n")}
    assert "escaped" in played.outcome.reason
    assert refusals(played) == 0
