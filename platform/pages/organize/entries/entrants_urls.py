"""Addresses of the pages on which organizers manage the entrants of an event."""

from django.urls import path

from pages.organize.entries import entrants, importing, seeding

_ENTRANTS = "events/<slug:slug>/organize/entrants/"
_INVITATION = f"{_ENTRANTS}invitations/<int:pk>/"

urlpatterns = [
    path(_ENTRANTS, entrants.index, name="event-entrants"),
    path(f"{_ENTRANTS}enter/", entrants.enter, name="event-entrants-enter"),
    path(f"{_ENTRANTS}invite/", entrants.invite, name="event-entrants-invite"),
    path(f"{_ENTRANTS}link/", entrants.link, name="event-entrants-link"),
    path(f"{_ENTRANTS}code/", entrants.code, name="event-entrants-code"),
    path(f"{_ENTRANTS}import/", importing.import_list, name="event-entrants-import"),
    path(f"{_ENTRANTS}codes.csv", importing.codes_file, name="event-entrants-codes"),
    path(f"{_ENTRANTS}rules/", entrants.change_rules, name="event-entry-rules"),
    path(f"{_ENTRANTS}seeds/", seeding.seeds, name="event-seeding"),
    path(f"{_ENTRANTS}seeds/<slug:name>/", seeding.seed, name="event-seed"),
    path(f"{_ENTRANTS}check-in/", entrants.check_many, name="event-entrants-check-in-many"),
    path(f"{_ENTRANTS}<int:pk>/withdraw/", entrants.withdraw, name="event-entrants-withdraw"),
    path(f"{_ENTRANTS}<int:pk>/check-in/", entrants.check, name="event-entrants-check-in"),
    path(f"{_ENTRANTS}waiting/<int:pk>/remove/", entrants.remove, name="event-entrants-remove"),
    path(f"{_INVITATION}renew/", entrants.renew, name="event-invitation-renew"),
    path(f"{_INVITATION}revoke/", entrants.revoke, name="event-invitation-revoke"),
]
