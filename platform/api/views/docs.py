"""The schema, and the page that shows it."""

from __future__ import annotations

from typing import Any

from django.views.generic import TemplateView
from drf_spectacular.views import SpectacularAPIView

from api.reference import reference
from arbiter.links import site_url


class SchemaView(SpectacularAPIView):
    """The OpenAPI description of this API, as YAML or JSON."""


class DocsView(TemplateView):
    """The reference of this API, for people."""

    http_method_names = ("get", "head")
    template_name = "api/docs.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, object]:
        return super().get_context_data(reference=reference(site_url()), **kwargs)
