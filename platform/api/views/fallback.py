"""Addresses below ``/api/`` that lead nowhere."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.urls import resolve
from django.utils.encoding import escape_uri_path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from api.views.base import ApiView


@extend_schema(exclude=True)
class UnknownView(ApiView):
    """A problem instead of a page; or the way to the address that was meant."""

    permission_classes = ()

    def needed_scope(self) -> None:
        return None

    def known_queries(self, act: str) -> None:
        return None

    def get(self, request: Request, path: str) -> HttpResponse:
        meant = f"{request.path}/"
        if request.path.endswith("/") or resolve(meant).url_name == "unknown":
            raise Http404("There is nothing at this address; /api/docs/ lists what there is.")
        query = request.META.get("QUERY_STRING")
        # 308 and not 301: what was posted is posted again.
        address = escape_uri_path(meant)
        location = f"{address}?{query}" if query else address
        return HttpResponse(status=308, headers={"Location": location})

    post = put = patch = delete = get
