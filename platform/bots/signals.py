"""Signals of versions. Every signal is sent inside the transaction of the change."""

from django.dispatch import Signal

version_built = Signal()
"""Sent with ``version`` when its build is done and it has to prove itself in a match."""

version_activated = Signal()
"""Sent with ``bot``, ``version`` and ``previous`` (a version or None) when another one plays."""

version_ready = Signal()
"""Sent with ``version`` when it has passed its first match."""

artifact_failed = Signal()
"""Sent with ``version`` and the ``failure`` in words when its program could not be built again."""

version_failed = Signal()
"""Sent with ``version``, the ``step`` and the ``failure`` in words when it is not good enough."""

sparring_withdrawn = Signal()
"""Sent with ``bot`` when its old versions may not be sparring partners any more."""

bot_handed_over = Signal()
"""Sent with ``bot`` when it has another owner or team.  A receiver that raises ValidationError has
it stay with those before."""
