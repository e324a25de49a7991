"""Acts: the message about their outcome, and the reason that they need."""

from __future__ import annotations

import pytest
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.exceptions import PermissionDenied, ValidationError

from pages.frame.acts import given_reason, reported


@pytest.fixture
def posted(rf):
    """Make a request with a posted form, as the middleware of messages leaves it."""

    def posted(**form):
        request = rf.post("/", form)
        request._messages = CookieStorage(request)
        return request

    return posted


def shown(request) -> list[tuple[str, str]]:
    return [(each.level_tag, each.message) for each in get_messages(request)]


def test_an_act_that_is_done_is_reported(posted):
    request = posted()
    with reported(request, "The bot is back.", "Nothing was done: ") as outcome:
        pass
    assert outcome.done
    assert shown(request) == [("success", "The bot is back.")]


@pytest.mark.parametrize("refusal", [ValidationError(["Too late.", "Too many."]),
                                     PermissionDenied("Too late. Too many.")])  # fmt: skip
def test_a_refusal_is_reported_with_its_reasons(posted, refusal):
    request = posted()
    with reported(request, "The bot is back.", "Nothing was done: ") as outcome:
        raise refusal
    assert not outcome.done
    assert shown(request) == [("error", "Nothing was done: Too late. Too many.")]


def test_other_errors_pass(posted):
    with pytest.raises(KeyError), reported(posted(), "The bot is back."):
        raise KeyError


WRONG = (
    *(("", "Say why"), ("  ", "Say why")),
    *(("x" * 301, "301 characters"), ("a\0b", "U.0000"), ("a\u202eb", "U.202E")),
)


def test_a_reason_has_1_to_300_characters(posted):
    assert given_reason(posted(reason=" the disk was full ")) == "the disk was full"
    for reason, words in WRONG:
        with pytest.raises(ValidationError, match=words):
            given_reason(posted(reason=reason))
