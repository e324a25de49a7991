"""A match in a page of another site: the player alone, as everybody may see it, and oEmbed.

Other sites may frame the page of `show`, and that of an event (`pages.events.screens.embed`).  It
depends on no cookie, has no form, and its socket takes every reader for one who is not logged in.
`describe` follows the specification of oEmbed 1.0 (https://oembed.com), section 2.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit
from xml.etree import ElementTree

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve, reverse
from django.utils.html import format_html
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from arbiter.links import absolute, site_host
from arbiter.serving.kept import kept
from ladder.events.models import Event
from ladder.events.reading.viewer import visible_events
from matches.models import Match
from pages.frame.access.middleware import HEADERS, HEIGHT, WIDTH, theme_of
from pages.frame.match_parts.lineup import in_words
from pages.matches import card, queries

NO_ADDRESS = "This is no address of a match or an event."
LEAST = 240
"""CSS px that the player needs in both directions."""


@xframe_options_exempt
@kept
def show(request: HttpRequest, number: int) -> HttpResponse:
    """The player of a public match; a page that says so for every other number (404)."""
    match = Match.objects.for_lists().public().filter(pk=number).first()
    page = {"title": "No such match", "address": absolute(reverse("matches"))}
    if match is not None:
        page = {"title": in_words(match), "address": absolute(match.get_absolute_url())}
    context: dict[str, object] = {**page, "match": match, "theme": theme_of(request)}
    if match is not None and queries.is_shown(match):
        context["player"] = {
            **queries.player_config(match, AnonymousUser()),
            "socket": f"/ws/embed/matches/{match.pk}/",
            "downloads": [],
            "embedded": True,  # without the panel of clips, which is a form
        }
    content = render_to_string("matches/embed.html", context)
    status = 404 if match is None else 200
    return HttpResponse(content, status=status, headers=HEADERS)


@require_safe
def describe(request: HttpRequest) -> HttpResponse:
    """How another site shows the match or event of ``?url=``: ``rich`` by oEmbed, as JSON or XML.

    404 for other addresses and for what not everybody may see; 400 without an address or
    with a size that is no number; 501 for other formats.
    """
    url, form = request.GET.get("url"), request.GET.get("format", "json")
    if form not in ("json", "xml"):
        return HttpResponse("This site answers in json and xml.", "text/plain", 501)
    if not url:
        return HttpResponse("Give the address of a match or an event as ?url=.", "text/plain", 400)
    sizes = [request.GET.get(name, "9999") for name in ("maxwidth", "maxheight")]
    if not all(size.isascii() and size.isdigit() and len(size) < 6 for size in sizes):
        return HttpResponse("maxwidth and maxheight are whole numbers.", "text/plain", 400)
    width, height = (max(LEAST, min(int(sizes[i]), (WIDTH, HEIGHT)[i])) for i in range(2))
    answer = _description(_named(url), width, height)
    return JsonResponse(answer) if form == "json" else _xml(answer)


@dataclass(frozen=True, slots=True)
class Links:
    page: str
    card: str
    oembed: str
    embed: str
    width: int
    height: int


def links(match: Match) -> Links | None:
    """Addresses and sizes for previews of a link; None of a match that is not public."""
    if not match.visible_to(AnonymousUser()):
        return None
    page = absolute(match.get_absolute_url())
    return Links(
        page=page,
        card=absolute(reverse("match-card", args=[match.pk])),
        oembed=absolute(reverse("oembed")),
        embed=absolute(reverse("embed-match", args=[match.pk])),
        width=card.WIDTH,
        height=card.HEIGHT,
    )


def _named(url: str) -> Match | Event:
    """The public match or event whose page, here on this site, has the address."""
    try:
        parts = urlsplit(url)
        resolved = resolve(parts.path)
    except (ValueError, Resolver404):
        raise Http404(NO_ADDRESS) from None
    ours = parts.scheme in ("http", "https") and parts.netloc == site_host()
    if ours and resolved.url_name in ("match", "embed-match"):
        return get_object_or_404(Match.objects.for_lists().public(), pk=resolved.kwargs["number"])
    if ours and resolved.url_name in ("event", "embed-event"):
        return get_object_or_404(visible_events(AnonymousUser()), slug=resolved.kwargs["slug"])
    raise Http404(NO_ADDRESS)


def _description(subject: Match | Event, width: int, height: int) -> dict[str, str | int]:
    if isinstance(subject, Event):
        embed = absolute(reverse("embed-event", args=[subject.slug]))
        return _framed(embed, subject.name, width, height)
    addresses = links(subject)
    assert addresses is not None  # of a public match
    return {
        **_framed(addresses.embed, in_words(subject), width, height),
        "thumbnail_url": addresses.card,
        "thumbnail_width": card.WIDTH,
        "thumbnail_height": card.HEIGHT,
    }


def _framed(embed: str, title: str, width: int, height: int) -> dict[str, str | int]:
    frame = format_html(
        '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy" allowfullscreen'
        ' style="border:0"></iframe>',
        *(embed, width, height, title),
    )
    return {
        "version": "1.0",
        "type": "rich",
        "title": title,
        "provider_name": "Arbiter",
        "provider_url": absolute("/"),
        "html": str(frame),
        "width": width,
        "height": height,
    }


def _xml(answer: dict[str, str | int]) -> HttpResponse:
    root = ElementTree.Element("oembed")
    for name, value in answer.items():
        ElementTree.SubElement(root, name).text = str(value)
    content = ElementTree.tostring(root, "utf-8", xml_declaration=True)
    return HttpResponse(content, "text/xml; charset=utf-8")
