"""Handlers of the end of a match and of the loss of its result, inside that transaction."""

AFTER_MATCHES = {
    "match_finished": (
        "matches.recorded.notifications.tell_finished",
        "matches.playing.proving.judge_first_match",
        "rooms.handlers.show_the_end",
        "ladder.signals.count_result",
        "ladder.comparisons.signals.move_comparison",
        "ladder.regressions.services.judge",
        "ladder.climb.services.judge",
        "ladder.events.handlers.go_on",
    ),
    "match_released": (
        "matches.playing.proving.explain_no_first_match",
        "rooms.handlers.show_the_end",
        "ladder.comparisons.signals.move_comparison",
        "ladder.regressions.services.give_up",
        "ladder.climb.services.give_up",
        "ladder.events.handlers.go_on",
        "installs.handlers.tell_game_failed",
    ),
    "matches_voided": (
        "ladder.signals.withdraw_results",
        "ladder.comparisons.signals.move_comparisons",
        "ladder.climb.services.correct",
        "ladder.events.handlers.take_back_results",
    ),
    "matches_restored": (
        "ladder.signals.reinstate_results",
        "ladder.comparisons.signals.move_comparisons",
        "ladder.climb.services.correct",
        "ladder.events.handlers.restore_results",
    ),
    "replay_differs": ("matches.recorded.notifications.tell_differs",),
}
"""By signal of `matches.signals`: the functions that it calls, in this order.  Apps import only
what is below them, so the list of all has their names."""
