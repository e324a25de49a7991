"""What others may do when a match ends, inside the transaction in which it ends."""

from django.dispatch import Signal

match_finished = Signal()
"""Sent with ``match`` (state FINISHED, seats ranked), synchronously: a handler that raises undoes
the whole result, and the match is played again."""

match_released = Signal()
"""Sent with ``match`` when it ended without a result (state ABORTED or FAILED)."""
