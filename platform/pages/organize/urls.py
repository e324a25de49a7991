"""Addresses of the pages on which organizers plan and run events."""

from django.urls import path

from pages.organize import ceremony, load, people, talk
from pages.organize.entries import entrants, fairness, freezing, seeding
from pages.organize.judging import hand_pairing, incidents, rulings, running
from pages.organize.plans import copying, views

_DESK = "events/<slug:slug>/organize/"
_STAGE = f"{_DESK}stages/<slug:key>/"
_ENTRANTS = f"{_DESK}entrants/"
_INVITATION = f"{_ENTRANTS}invitations/<int:pk>/"

urlpatterns = [
    path(_ENTRANTS, entrants.index, name="event-entrants"),
    path(f"{_ENTRANTS}enter/", entrants.enter, name="event-entrants-enter"),
    path(f"{_ENTRANTS}invite/", entrants.invite, name="event-entrants-invite"),
    path(f"{_ENTRANTS}link/", entrants.link, name="event-entrants-link"),
    path(f"{_ENTRANTS}code/", entrants.code, name="event-entrants-code"),
    path(f"{_ENTRANTS}import/", entrants.import_list, name="event-entrants-import"),
    path(f"{_ENTRANTS}codes.csv", entrants.codes_file, name="event-entrants-codes"),
    path(f"{_ENTRANTS}rules/", entrants.change_rules, name="event-entry-rules"),
    path(f"{_ENTRANTS}seeds/", seeding.seeds, name="event-seeding"),
    path(f"{_ENTRANTS}seeds/<slug:name>/", seeding.seed, name="event-seed"),
    path(f"{_ENTRANTS}check-in/", entrants.check_many, name="event-entrants-check-in-many"),
    path(f"{_ENTRANTS}<int:pk>/withdraw/", entrants.withdraw, name="event-entrants-withdraw"),
    path(f"{_ENTRANTS}<int:pk>/check-in/", entrants.check, name="event-entrants-check-in"),
    path(f"{_ENTRANTS}waiting/<int:pk>/remove/", entrants.remove, name="event-entrants-remove"),
    path(f"{_INVITATION}renew/", entrants.renew, name="event-invitation-renew"),
    path(f"{_INVITATION}revoke/", entrants.revoke, name="event-invitation-revoke"),
    path("events/plan/", views.choose, name="event-plan"),
    path("events/plan/blank/", views.blank, name="event-plan-blank"),
    path("events/plan/file/", views.from_file, name="event-plan-file"),
    path("events/plan/<slug:name>/", views.from_template, name="event-plan-template"),
    path(_DESK, views.organize, name="event-organize"),
    path(f"{_DESK}stages/", views.add_stage, name="event-add-stage"),
    path(_STAGE, views.stage, name="event-organize-stage"),
    path(f"{_STAGE}schedule/", running.schedule, name="event-stage-schedule"),
    path(f"{_STAGE}pairing/<int:group>/", hand_pairing.pairing, name="event-stage-pairing"),
    path(f"{_STAGE}take-back/", incidents.take_back, name="event-stage-take-back"),
    path(f"{_STAGE}change/", views.change_stages, name="event-change-stages"),
    path(f"{_STAGE}act/<slug:name>/", running.stage_act, name="event-stage-act"),
    path(f"{_DESK}plan.json", views.export, name="event-plan-json"),
    path(f"{_DESK}publish/", views.publish, name="event-publish"),
    path(f"{_DESK}discard/", views.discard, name="event-discard"),
    path(f"{_DESK}copy/", copying.copy, name="event-copy"),
    path(f"{_DESK}dry-run/", views.dry_run, name="event-dry-run"),
    path(f"{_DESK}dry-run/result/", views.dry_run_result, name="event-dry-run-result"),
    path(f"{_DESK}reality/", load.plan_and_reality, name="event-reality"),
    path(f"{_DESK}workers/", load.workers, name="event-workers"),
    path(f"{_DESK}workers/<int:pk>/release/", load.release, name="event-release-workers"),
    path(f"{_DESK}people/", people.people, name="event-people"),
    path(f"{_DESK}people/take/", people.take, name="event-take-role"),
    path("desk/event-creators/", people.creators, name="event-creators"),
    path("desk/event-creators/take/", people.stop_creating, name="event-stop-creating"),
    path(f"{_DESK}fairness/", fairness.index, name="event-fairness"),
    path(f"{_DESK}fairness/<int:pk>/", fairness.pair, name="event-similar-pair"),
    path(f"{_DESK}incidents/", incidents.index, name="event-incidents"),
    path(f"{_DESK}incidents/new/", incidents.play_again, name="event-play-again"),
    path(f"{_DESK}incidents/<int:pk>/", incidents.incident, name="event-incident"),
    path(f"{_DESK}freeze/", freezing.index, name="event-freeze"),
    path(f"{_DESK}freeze/<int:pk>/end/", freezing.end, name="event-freeze-end"),
    path(f"{_DESK}talk/", talk.index, name="event-desk-talk"),
    path(f"{_DESK}talk/<int:pk>/withdraw/", talk.withdraw, name="event-withdraw-announcement"),
    path(f"{_DESK}questions/frequent/", talk.frequent, name="event-frequent"),
    path(f"{_DESK}questions/<int:pk>/", talk.answer, name="event-answer"),
    path(f"{_DESK}questions/<int:pk>/delete/", talk.delete, name="event-delete-question"),
    path(f"{_DESK}run/", running.run, name="event-run"),
    path(f"{_DESK}ceremony/", ceremony.lead, name="event-ceremony"),
    path(f"{_DESK}ceremony/scene/", ceremony.scene, name="event-ceremony-scene"),
    path(f"{_DESK}ceremony/step/", ceremony.step, name="event-ceremony-step"),
    path(f"{_DESK}ceremony/sponsors/", ceremony.add_sponsor, name="event-sponsor-add"),
    path(
        f"{_DESK}ceremony/sponsors/<int:pk>/remove/",
        ceremony.remove_sponsor,
        name="event-sponsor-remove",
    ),
    path(f"{_STAGE}ceremony/<slug:name>/", ceremony.act, name="event-ceremony-act"),
    path(f"{_DESK}history/", running.history, name="event-history"),
    path(f"{_DESK}matches/", running.matches, name="event-desk-matches"),
    path(f"{_DESK}begin/", running.start, name="event-begin"),
    path("events/<slug:slug>/start/", running.start),  # the old address of a series' start
    path(f"{_DESK}encounters/<int:pk>/decide/", rulings.decide, name="event-decide"),
    path(f"{_DESK}encounters/<int:pk>/undo/", rulings.undo, name="event-decide-undo"),
    path(f"{_DESK}act/<slug:name>/", running.act, name="event-act"),
    path(f"{_DESK}foresee/<slug:name>/<int:pk>/", rulings.foresee, name="event-foresee"),
]
