"""Preview, digest, publish: an act is done only if its preview is still the one that was seen."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.core.exceptions import ValidationError


class Outdated(ValidationError):
    """Results were added or voided since the preview was computed."""


def digest(shown: Any) -> str:
    """A digest of everything that a preview shows, as JSON: 20 hexadecimal digits."""
    return hashlib.sha256(json.dumps(shown).encode()).hexdigest()[:20]


def is_outdated(seen: object, now: object, *, anyway: bool) -> bool:
    """Whether the preview that was ``seen`` is not the one of ``now``, by a digest or a revision.

    `Outdated` if it is not, unless the act is to be done ``anyway``.
    """
    if seen == now:
        return False
    if not anyway:
        raise Outdated("Results were added or voided since the preview was computed.")
    return True
