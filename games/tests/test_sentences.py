"""Plural forms, lists and paragraphs."""

from __future__ import annotations

import pytest

from games.texts.sentences import counted, listed, paragraph, plural


def test_a_message_has_a_form_for_one_and_one_for_several():
    forms = [plural(number, "1 is here.", f"{number} are here.") for number in (0, 1, 2)]
    assert forms == ["0 are here.", "1 is here.", "2 are here."]


def test_things_are_counted():
    assert [counted(1, "tank"), counted(3, "tank")] == ["1 tank", "3 tanks"]
    assert [counted(1, "match", "matches"), counted(0, "match", "matches")] == [
        "1 match",
        "0 matches",
    ]


@pytest.mark.parametrize(
    ("names", "text"), [([], ""), (["a"], "a"), ([1, 2], "1 and 2"), ("abc", "a, b and c")]
)
def test_names_are_listed(names, text):
    assert listed(names) == text


def test_a_list_may_end_with_another_word_or_early():
    assert listed("abc", "or") == "a, b or c"
    assert listed("abcd", shown=2) == "a, b and 2 more"
    assert listed("ab", shown=2) == "a and b"


def test_a_paragraph_leaves_out_empty_sentences():
    assert paragraph("One.", "", "Two.") == "One. Two."
