"""Old addresses of the organizers' admin, whose records have moved to other apps."""

from __future__ import annotations

from django.urls import re_path
from django.views.generic import RedirectView

MOVED = {
    "accounts/auditentry": "audit/auditentry",
    "events/stageseries": "events/series",
    "ladder/series": "events/series",
    "ladder/seriesentry": "events/entry",
    "ladder/seriesgame": "events/seriesgame",
    "trials/trial": "comparisons/comparison",
    "trials/trialopponent": "comparisons/comparisonopponent",
    "trials/trialunit": "comparisons/comparisonunit",
    "trials/trialmatch": "comparisons/comparisonmatch",
    "trials": "comparisons",
}
"""Old folder of the admin → the new one; folders in others first."""

urlpatterns = [
    re_path(
        rf"^desk/admin/{old}(?P<rest>(?:/.*)?)\Z",
        RedirectView.as_view(url=f"/desk/admin/{new}%(rest)s", query_string=True, permanent=True),
    )
    for old, new in MOVED.items()
]
