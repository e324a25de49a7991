"""Hooks for the end of a match or the loss of its result, inside that transaction."""

from django.dispatch import Signal

match_finished = Signal()
"""Sent with ``match`` (state FINISHED, seats ranked) and ``play_sha256`` (as of `JudgerOutput`),
synchronously: a handler that raises undoes the whole result, and the match is played again."""

match_released = Signal()
"""Sent with ``match`` when it ended without a result (state ABORTED or FAILED)."""

replay_differs = Signal()
"""Sent with ``verification`` when a match that was played again differs from its replay."""

matches_voided = Signal()
"""Sent with ``matches`` (finished) when their results count for nothing from now on."""

matches_restored = Signal()
"""Sent with ``matches`` when results that were void count again; ``since`` is when each was voided,
by id."""
