"""Messages of players become orders, or are refused with a reason."""

from __future__ import annotations

import pytest

from games.lost_in_space.orders import Order, Refused, Verb, parse
from games.lost_in_space.state import Item
from games.lost_in_space.tests.worlds import action

PLACE = (0, 1, 1)


@pytest.mark.parametrize(
    ("words", "order"),
    [
        (["move", [0, 1, 1]], Order(Verb.MOVE, pos=PLACE)),
        (["attack", [0, 1, 1], 3], Order(Verb.ATTACK, pos=PLACE, target=3)),
        (["interact", "KeyMachine"], Order(Verb.MACHINE)),
        (["interact", "Box"], Order(Verb.BOX)),
        (["interact", "Box", "Key"], Order(Verb.BOX)),
        (["interact", "EscapeCapsule", True], Order(Verb.START)),
        (["interact", "EscapeCapsule", 1], Order(Verb.START)),
        (["interact", "EscapeCapsule", False], Order(Verb.STOP)),
        (["interact", "EscapeCapsule", 0], Order(Verb.STOP)),
        (["interact", "Materials", "LandMine"], Order(Verb.MATERIALS, item=Item.MINE)),
        (["interact", "Materials", "Landmine"], Order(Verb.MATERIALS, item=Item.MINE)),
        (["interact", "Materials", "Sticky"], Order(Verb.MATERIALS, item=Item.SLIME)),
        (["interact", "Materials", "Kit"], Order(Verb.MATERIALS, item=Item.KIT)),
        (["interact", "Materials", "Transport"], Order(Verb.MATERIALS, item=Item.BLINK)),
        (["trap", "LandMine"], Order(Verb.TRAP, item=Item.MINE)),
        (["trap", "Landmine"], Order(Verb.TRAP, item=Item.MINE)),
        (["trap", "Sticky"], Order(Verb.TRAP, item=Item.SLIME)),
        (["tool", "Kit"], Order(Verb.KIT)),
        (["tool", "Transport", [0, 1, 1]], Order(Verb.BLINK, pos=PLACE)),
        (["detect", [0, 1, 1]], Order(Verb.DETECT, pos=PLACE)),
    ],
)
def test_every_action_is_read(words, order):
    assert parse(action(*words)) == order
    assert parse({**action(*words), "state": 5, "more": []}) == order


@pytest.mark.parametrize(
    ("message", "number"),
    [
        ({"type": "finish"}, None),
        ({"type": "finish", "state": 7}, 7),
        ({"type": "finish", "state": True}, None),
        ({"type": "finish", "state": "7"}, None),
        ({"type": "finish", "state": 7.0}, None),
        ({"type": "finish", "action": ["move", [0, 1, 1]]}, None),
    ],
)
def test_a_finish_may_name_its_round(message, number):
    assert parse(message) == Order(Verb.FINISH, round=number)


@pytest.mark.parametrize(
    "words",
    [
        *(["trap", "Kit"], ["trap", "Transport"], ["tool", "Sticky"], ["tool", "Transport"]),
        *(["interact", "Console"], ["interact", "Materials", "Spine"], ["interact"]),
        *(["interact", "EscapeCapsule"], ["interact", "EscapeCapsule", 2]),
        *(["interact", "EscapeCapsule", "true"], ["interact", "EscapeCapsule", None]),
        *(["interact", "EscapeCapsule", 1.0], ["move", [0, 1]], ["move", [7, 0, 1]]),
        *(["move", [3, 0, 1]], ["move", [0, 0, 3]], ["move", [0, True, 1]], ["move", None]),
        *(["attack", [0, 1, 1]], ["attack", 3, [0, 1, 1]], ["attack", [0, 1, 1], "3"]),
        *(["attack", [0, 1, 1], 4], ["attack", [0, 1, 1], -1], ["attack", [0, 1, 1], True]),
        *(["tool", "Transport", [9, 9, 9]], ["finish"], [None], [[]], [], ["MOVE", [0, 1, 1]]),
    ],
    ids=repr,
)
def test_what_is_no_action_is_refused_with_a_reason(words):
    with pytest.raises(Refused, match=r"\w"):
        parse(action(*words))


@pytest.mark.parametrize(
    "message",
    [None, 1, "finish", [], {}, {"type": "action"}, {"type": []}, {"action": ["move", [0, 1, 1]]}],
    ids=repr,
)
def test_what_is_no_message_is_refused(message):
    with pytest.raises(Refused, match=r"\w"):
        parse(message)


def test_a_reason_is_short_for_any_answer():
    with pytest.raises(Refused) as refusal:
        parse(action("x" * 900))
    assert len(str(refusal.value)) < 100
