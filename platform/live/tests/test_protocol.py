"""The requests that viewers may send, and the errors for other messages."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from live.protocol import BadMessage, Follow, Read, Unfollow, parse


def test_the_three_requests_are_understood():
    assert parse('{"type":"read","from":3,"to":9}') == Read(3, 9)
    assert parse('{"type":"follow","from":0}') == Follow(0)
    assert parse('{"type":"unfollow"}') == Unfollow()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "binary"),
        ("{", "not JSON"),
        ("[1]", "not a JSON object"),
        ("[" * 900, "not JSON"),
        ('{"type":"shout"}', "one of read"),
        ('{"type":"read","from":1}', "“to”"),
        ('{"type":"read","from":"1","to":2}', "“from”"),
        ('{"type":"read","from":true,"to":2}', "“from”"),
        ('{"type":"read","from":-1,"to":2}', "“from”"),
        ('{"type":"read","from":5,"to":2}', "before"),
        ('{"type":"follow","from":1e3}', "“from”"),
        ('{"type":"follow","from":99999999999}', "“from”"),
        ("x" * 2000, "at most"),
    ],
)
def test_anything_else_is_refused_with_a_reason(text, reason):
    with pytest.raises(BadMessage, match=reason):
        parse(text)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=20),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["type", "from", "to"]), inner)
        ),
    )
)
def test_no_json_value_raises_anything_but_bad_message(value):
    try:
        request = parse(json.dumps(value))
    except BadMessage:
        return
    assert isinstance(request, Read | Follow | Unfollow)
