"""Follow, unfollow, and the list of what a person follows."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import User
from arbiter.links import absolute
from arbiter.serving.redirects import back
from following import services
from following.services import Followed
from following.targets import Kind, NothingThere, Subject, find
from pages.frame.access.permissions import PersonRequest, person_act, private_page
from pages.frame.acts import redirect_with, reported
from pages.frame.content.following import button, page_address
from pages.frame.paging import page_of

FEEDS = {
    Kind.BOT: "bot-feed",
    Kind.PERSON: "person-feed",
    Kind.EVENT: "event-feed",
    Kind.GAME: "game-feed",
}


@require_http_methods(["GET", "POST"])
@never_cache
def change(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """Follow or unfollow, as the posted ``act`` says.  A log-in leads to the page of the thing,
    and so does a link to here."""
    subject = _found(request, kind, key)
    user, there = request.user, page_address(subject)
    if not isinstance(user, User):
        answer = redirect_to_login(there)
        return HttpResponseClientRedirect(answer.url) if _is_htmx(request) else answer
    if request.method == "GET":
        return redirect(there)
    with reported(request) as outcome:
        if request.POST.get("act") == "unfollow":
            services.unfollow(user, subject)
        else:
            services.follow(user, subject)
    if _is_htmx(request) and outcome.done:
        return render(request, "components/follow.html", button(request, subject))
    if _is_htmx(request):  # the page shows the message
        return HttpResponseClientRedirect(there)
    return back(request, "settings-following")


def _is_htmx(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def _found(request: HttpRequest, kind: str, key: str) -> Subject:
    try:
        return find(kind, key, request.user)
    except NothingThere:
        raise Http404("There is no such thing to follow.") from None


@private_page
def index(request: PersonRequest) -> HttpResponse:
    every = services.seen_follows(request.user)
    kind = request.GET.get("kind", "")
    kind = kind if kind in list(Kind) else ""
    page = page_of(request, [each for each in every if not kind or each.kind == kind])
    token = services.feed_token(request.user)
    context = {
        "page": page,
        "rows": [(each, page_address(each.subject), _feed(each)) for each in page.object_list],
        "kinds": [(each, sum(row.kind == each for row in every)) for each in Kind],
        "kind": kind,
        "count": len(every),
        "most": services.MOST,
        "unseen": request.user.follows.count() - len(every),
        "here": f"{request.path}?{urlencode({'page': page.number, 'kind': kind})}",
        "left": _left(request, every),
        "feed": absolute(reverse("following-feed", args=[token])),
    }
    return render(request, "following/index.html", context)


def _feed(followed: Followed) -> str:
    return reverse(FEEDS[followed.kind], args=followed.key.split("/"))


def _left(request: PersonRequest, every: Sequence[Followed]) -> tuple[str, str] | None:
    """Kind and name of what was unfollowed just now, and may be followed again."""
    kind, _, key = request.GET.get("left", "").partition("/")
    try:
        subject = find(kind, key, request.user)
    except NothingThere:
        return None
    return None if any(each.subject == subject for each in every) else (kind, key)


@person_act
def renew(request: PersonRequest) -> HttpResponse:
    services.renew_feed(request.user)
    done = "Your feed has a new address. The old one is no longer valid."
    return redirect_with(request, done, "settings-following")


@person_act
def drop(request: PersonRequest) -> HttpResponse:
    """Unfollow what is not visible any more."""
    count = services.drop_unseen(request.user)
    return redirect_with(request, f"{count} removed.", "settings-following")
