"""The schema, and the pages that show it."""

from __future__ import annotations

from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView


class SchemaView(SpectacularAPIView):
    """The OpenAPI description of this API, as YAML or JSON."""


class DocsView(SpectacularSwaggerSplitView):
    """Swagger UI without inline scripts and styles, so that a strict policy need not allow any."""

    url_name = "api:schema"
    template_name = "api/docs.html"
