"""The base of all feeds: Atom (RFC 4287), with addresses as `arbiter.links` makes them."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.utils.feedgenerator import Atom1Feed, SyndicationFeed

from arbiter.links import absolute

if TYPE_CHECKING:
    _Feed = Feed[Any, Any]
else:
    _Feed = Feed


class OwnFeed(_Feed):
    """``item_description`` is HTML: texts are escaped there."""

    feed_type = Atom1Feed
    author_name = "Arbiter"

    def item_pubdate(self, item: Any) -> datetime:
        raise NotImplementedError

    def item_updateddate(self, item: Any) -> datetime:
        """An entry without such a time is no entry (RFC 4287, 4.1.2)."""
        return self.item_pubdate(item)

    def get_feed(self, obj: Any, request: HttpRequest) -> SyndicationFeed:
        """Django's feed believes the host that a request names; this one does not."""
        feed = super().get_feed(obj, request)
        for row in (feed.feed, *feed.items):
            for name in row.keys() & {"link", "feed_url", "id", "unique_id"}:
                row[name] = absolute(row[name])
        feed.feed["author_link"] = absolute("/")
        return feed
