"""Signals of events; sent inside the transaction of the change."""

from django.dispatch import Signal

stage_finished = Signal()
"""Sent with ``stage`` when its places are final."""

event_started = Signal()
"""Sent with ``event`` when it begins."""

event_announced = Signal()
"""Sent with ``announcement`` when one of a public event is made."""

place_freed = Signal()
"""Sent with ``event`` when a place in it may be free for a bot that waits."""
