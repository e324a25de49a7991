"""The base of all feeds: Atom, with addresses of this site as `arbiter.links` makes them."""

from __future__ import annotations

from typing import Any

from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.utils.feedgenerator import Atom1Feed, SyndicationFeed

from arbiter.links import absolute


class OwnFeed(Feed):  # type: ignore[type-arg]
    feed_type = Atom1Feed

    def get_feed(self, obj: Any, request: HttpRequest) -> SyndicationFeed:
        """Django's feed believes the host that a request names; this one does not."""
        feed = super().get_feed(obj, request)
        for row in (feed.feed, *feed.items):
            for name in row.keys() & {"link", "feed_url", "id", "unique_id"}:
                row[name] = absolute(row[name])
        return feed
