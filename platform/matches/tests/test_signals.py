"""Everything that follows a match is in one list, in its order."""

from __future__ import annotations

from django.dispatch import Signal

from arbiter.configured.after_matches import AFTER_MATCHES
from matches import signals


def names(signal: Signal) -> list[str]:
    functions = [made() for _, made, *_ in signal.receivers]
    return [f"{function.__module__}.{function.__qualname__}" for function in functions]


def test_the_list_has_all_that_hears_of_a_match_in_its_order():
    known = {name: value for name, value in vars(signals).items() if isinstance(value, Signal)}
    assert {name: names(signal) for name, signal in known.items()} == {
        name: [*functions] for name, functions in AFTER_MATCHES.items()
    }


def test_ratings_count_a_result_before_an_event_goes_on():
    finished = AFTER_MATCHES["match_finished"]
    assert finished.index("ladder.signals.count_result") < finished.index(
        "ladder.events.handlers.go_on"
    )
