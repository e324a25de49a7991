"""The ladder hears of finished matches here, inside the transaction in which they finish."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from ladder import services
from matches.models import Match
from matches.signals import match_finished


@receiver(match_finished, dispatch_uid="ladder.count")
def count_result(sender: type[Match], match: Match, **_: Any) -> None:
    services.count(match)
