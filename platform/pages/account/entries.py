"""A person's standing agreement that organizers may enter the person's bots in events."""

from __future__ import annotations

from django.http import HttpResponse

from ladder.events.entrants.terms import consent
from pages.frame.access.permissions import PersonRequest, person_act
from pages.frame.acts import redirect_with


@person_act
def change(request: PersonRequest) -> HttpResponse:
    agrees = request.POST.get("agrees") == "1"
    consent.set_standing(request.user, agrees)
    text = (
        "Organizers of events may now enter your bots without asking."
        if agrees
        else "Organizers of events no longer may enter your bots without asking."
    )
    return redirect_with(request, text, "settings")
