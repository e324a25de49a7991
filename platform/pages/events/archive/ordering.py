"""The archives of an event: ordering, progress, download."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from exports import event_archives as services
from exports.models import KEPT
from ladder.events.reading.viewer import EventViewer
from pages.events.parts import frame
from pages.frame.access.finding import find_event
from pages.frame.access.permissions import PersonRequest, person_act
from pages.frame.acts import form_page, redirect_with, refusing, reported
from pages.frame.fields.forms import offer, sent, tick_field
from pages.templatetags.site import filesize

SHOWN = 10
PUBLIC, ROLE = "public", "role"


class ArchiveForm(forms.Form):
    """The content of an archive."""

    content = forms.ChoiceField(widget=forms.RadioSelect)
    replays = tick_field("With replays", initial=True)

    def __init__(self, *args: Any, viewer: EventViewer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = []
        if services.all_revealed(viewer.event):
            choices.append((PUBLIC, "Public results, for everybody"))
        if viewer.sees_all:
            choices.append((ROLE, "Everything that your role may see, only for you"))
        offer(self, "content", choices)
        self.fields["content"].initial = choices[0][0] if choices else None
        size = services.estimate(viewer)
        self.fields["replays"].help_text = (
            f"About {filesize(size.whole)} with replays and the player, "
            f"{filesize(size.without)} without."
        )

    @property
    def is_offered(self) -> bool:
        """Whether the person can order anything."""
        content = self.fields["content"]
        assert isinstance(content, forms.ChoiceField)
        return bool(content.choices)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """The archives that the reader may download; a POST orders another one."""
    viewer = find_event(request, slug)
    user = request.user
    if request.method == "POST" and not user.is_authenticated:
        return redirect_to_login(request.path)
    form = ArchiveForm(sent(request), viewer=viewer)
    if user.is_authenticated and form.is_valid():
        public = form.cleaned_data["content"] == PUBLIC
        with refusing(form):
            services.order(viewer.event, user, public=public, replays=form.cleaned_data["replays"])
            return redirect_with(request, "The archive is being made.", "event-archives", slug)
    context = {**frame(viewer, "standings"), **_list(viewer), "form": form, "kept": KEPT}
    return form_page(request, "events/archives.html", context)


def _list(viewer: EventViewer) -> dict[str, object]:
    exports = services.shown(viewer.event, viewer.user)[:SHOWN]
    own = {each.pk for each in exports if viewer.sees_all or each.by == viewer.user}
    rows = [
        (each, services.words_of(each), each.pk in own, each.pk in own or not each.outdated)
        for each in exports
    ]
    return {
        "event": viewer.event,
        "archives": rows,
        "outdated": any(each.outdated for each in exports),
        "revealed": services.all_revealed(viewer.event),
    }


@require_safe
@never_cache
def state(request: HttpRequest, slug: str) -> HttpResponse:
    """The list alone, for the page to renew itself."""
    return render(request, "events/_archives.html", _list(find_event(request, slug)))


@person_act
def cancel(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    viewer = find_event(request, slug)
    export = get_object_or_404(services.shown(viewer.event, viewer.user), pk=pk)
    try:
        with reported(request, "The archive is cancelled.", "Nothing was done: "):
            services.cancel(export, request.user)
    except PermissionDenied as error:
        raise Http404(str(error)) from None
    return redirect("event-archives", slug)


@require_safe
def download(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    """The archive, for those who may have it."""
    viewer = find_event(request, slug)
    return services.response(request, viewer.event, viewer.user, pk)
