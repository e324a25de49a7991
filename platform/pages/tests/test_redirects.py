"""The way back after a form: to a page of this site, whatever ``next`` says."""

from __future__ import annotations

import ast
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.test import RequestFactory
from django.urls import reverse

from arbiter.serving.redirects import local_address
from audit.models import AuditEntry
from controls.models import WEIGHTS
from ladder.core.contest.plan import Kind
from ladder.events.tests.steps import open_event, stage
from ladder.seasons.current import ensure_seasons
from pages.tests.addresses import every_address

PLATFORM = Path(__file__).resolve().parents[2]
HOME = PLATFORM / "arbiter" / "serving" / "redirects.py"
GOOD = {
    "/matches/?game=snake#list": "/matches/?game=snake#list",
    "/": "/",
    "/%2F%2Fevil.example": "/%2F%2Fevil.example",
    "http://testserver/bots/": "/bots/",
    "//testserver/bots/?a=b": "/bots/?a=b",
}
STARTS = (
    "",
    "/",
    "//",
    "///",
    "\\",
    "/\\",
    "\\/",
    "/\t/",
    "\n/",
    " /",
    ".",
    "../",
    "?",
    "#",
    "%2F",
)
STARTS_OF_ADDRESSES = (
    "http:",
    "https://",
    "http:///",
    "ftp://",
    "javascript:",
    "mailto:",
    "data:,",
)
RESTS = ("desk", "front", "evil.example", "evil.example/a", "[", "\0", "\r\nX: y", "x" * 20_000)
HOSTILE = [
    start + rest
    for start, rest in product((*STARTS, *STARTS_OF_ADDRESSES), RESTS)
    # A path of this site, even where it leads to no page.
    if not (start == "/" and rest in ("desk", "front", "evil.example", "evil.example/a", "["))
]
HOSTILE += ["http://testserver@evil.example/", "http://testserver.evil.example/", "news-show"]
HOSTILE += ["http://testserver//evil.example/", "http://testserver/\\evil.example", "admin:index"]
SOME_HOSTILE = pytest.param(HOSTILE[::5], id="some")
"""With every beginning and every end; `test_nothing_else_is` tries the check itself with all."""
ALL_HOSTILE = pytest.param(HOSTILE, id="all", marks=pytest.mark.nightly)


@pytest.mark.parametrize(("given", "local"), GOOD.items())
def test_an_address_of_this_site_is_followed(given, local):
    assert local_address(RequestFactory().post("/"), given) == local


def test_nothing_else_is():
    request = RequestFactory().post("/")
    assert [each for each in HOSTILE if local_address(request, each) is not None] == []


def test_a_series_starts_by_its_old_address(client, db, olga):
    client.force_login(olga)
    event = open_event(olga, stage("league", Kind.ROUND_ROBIN))
    answer = client.post(f"/events/{event.slug}/start/", follow=True)
    assert answer.status_code == 200
    assert "was not started" in answer.text, "it has no entries"


FORMS: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "follow": ({"kind": "game", "key": "snake"}, {"act": "follow"}, "/settings/following/"),
    "news-dismiss": ({"pk": 1}, {}, "/"),
    "desk-act": ({"name": "pause-season"}, {"reason": "why"}, "/desk/"),
    "desk-bulk": ({}, {"act": "abort", "match": "1", "reason": "why"}, "/desk/queue/"),
    "desk-hold": ({}, {"of": "share", "name": "ladder", "reason": "why"}, "/desk/queue/"),
    "desk-weights": (
        {},
        {**{share.value: weight for share, weight in WEIGHTS.items()}, "reason": "why"},
        "/desk/queue/",
    ),
}
"""Every view that goes back: its address, a form, and where it leads without ``next``."""


def test_every_view_that_goes_back_is_tested():
    found = {each.name for each in every_address() if "back" in _names(each.view)}
    assert found == set(FORMS)


def _names(view):
    return getattr(getattr(view, "__code__", None), "co_names", ())


@pytest.mark.parametrize("hostile", [SOME_HOSTILE, ALL_HOSTILE])
@pytest.mark.parametrize("name", FORMS)
def test_no_next_breaks_a_view(client, db, redis_client, olga, name, hostile):
    given, form, default = FORMS[name]
    if name == "desk-act":
        given = {**given, "pk": ensure_seasons()[0].pk}
    path = reverse(name, kwargs=given)
    client.force_login(olga)
    for there in hostile:
        assert client.post(path, {**form, "next": there})["Location"] == default, there
    assert client.post(path, form)["Location"] == default
    for there, local in GOOD.items():
        assert client.post(path, {**form, "next": there})["Location"] == local


@pytest.mark.parametrize("hostile", [SOME_HOSTILE, ALL_HOSTILE])
def test_whoever_is_not_logged_in_dismisses_news_as_well(client, db, hostile):
    for there in hostile:
        assert client.post("/news/1/dismiss/", {"next": there})["Location"] == "/", there


def test_what_was_done_is_done_once_and_told(client, redis_client, olga):
    season = ensure_seasons()[0]
    client.force_login(olga)
    path = f"/desk/act/pause-season/{season.pk}/"
    answer = client.post(path, {"reason": "why", "next": "desk-of-nobody"}, follow=True)
    assert (answer.status_code, answer.request["PATH_INFO"]) == (200, "/desk/")
    assert "is paused" in answer.text
    assert AuditEntry.objects.count() == 1


@pytest.mark.parametrize("number", range(0, len(HOSTILE), 9))
def test_a_log_in_leads_to_pages_of_this_site_alone(client, alice, number):
    form = {"login": "alice", "password": "alice-secret-1", "next": HOSTILE[number]}
    assert client.post("/accounts/login/", form)["Location"] == "/bots/"


def test_a_log_in_leads_back(client, alice):
    form = {"login": "alice", "password": "alice-secret-1", "next": "/matches/?game=snake"}
    assert client.post("/accounts/login/", form)["Location"] == "/matches/?game=snake"


# No view redirects to typed text ------------------------------------------------------------------

REDIRECTS = ("redirect", "HttpResponseRedirect", "HttpResponsePermanentRedirect", "resolve_url")
TYPED = ("GET", "POST", "headers", "META", "COOKIES", "body", "data", "query_params")
"""Attributes of a request that hold what its sender typed."""


@pytest.mark.parametrize(
    "wrong",
    [
        'def view(request):\n    return redirect(request.POST["there"])',
        'def view(request):\n    there = request.GET.get("there")\n    return redirect(there)',
        'def view(request):\n    a = request.META\n    b = a["x"]\n    return redirect(f"{b}/")',
        'def view(request):\n    return HttpResponseRedirect(request.headers["Referer"])',
        'def view(request):\n    return request.POST.get("next", "")',
        'def view(request):\n    return request.GET["next"]',
        "from django.utils.http import url_has_allowed_host_and_scheme",
    ],
)
def test_the_guard_sees(wrong):
    assert _faults(ast.parse(wrong))


def test_nothing_that_was_typed_is_redirected_to_unchecked():
    sources = [path for path in PLATFORM.rglob("*.py") if "tests" not in path.parts]
    found = {
        str(path.relative_to(PLATFORM)): faults
        for path in sources
        if path != HOME and (faults := _faults(ast.parse(path.read_text())))
    }
    assert found == {}


def _faults(tree):
    """Lines that read ``next``, check an address by themselves, or redirect to typed text."""
    found = [node for node in ast.walk(tree) if _reads_next(node) or _checks(node)]
    lines = [getattr(node, "lineno", 0) for node in found]
    for view in ast.walk(tree):
        if isinstance(view, ast.FunctionDef | ast.AsyncFunctionDef):
            lines += _redirects_to_typed(view)
    return lines


def _reads_next(node):
    match node:
        case ast.Subscript(value=ast.Attribute(attr=attr), slice=ast.Constant("next")):
            return attr in TYPED
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr=attr)), args=[first, *_]):
            return attr in TYPED and isinstance(first, ast.Constant) and first.value == "next"
    return False


def _checks(node):
    names = [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []
    return "url_has_allowed_host_and_scheme" in names


def _redirects_to_typed(view):
    """Follows names through the assignments of one function, in their order."""
    typed: set[str] = set()
    for node in ast.walk(view):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if _is_typed(node.value, typed):
                typed |= {target.id for target in targets if isinstance(target, ast.Name)}
    return [
        node.lineno
        for node in ast.walk(view)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", getattr(node.func, "attr", "")) in REDIRECTS
        # Arguments after the first are put into the address of a view.
        and node.args
        and _is_typed(node.args[0], typed)
    ]


def _is_typed(value, typed):
    """Whether a value is typed text.  A function other than of texts makes something else of it."""
    match value:
        case ast.Name(id=name):
            return name in typed
        case ast.Attribute(attr=attr, value=of) if attr in TYPED:
            return "request" in ast.unparse(of) or _is_typed(of, typed)
        case ast.Call(func=ast.Name(id="str")):
            pass
        case ast.Call(func=made_by):
            return _is_typed(made_by, typed)
    return any(_is_typed(part, typed) for part in ast.iter_child_nodes(value))
