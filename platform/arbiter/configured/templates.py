"""Templates whose contexts end with their rendering."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.template import TemplateDoesNotExist
from django.template.backends.django import DjangoTemplates, Template, reraise
from django.template.context import make_context


class Templates(DjangoTemplates):
    def from_string(self, template_code: str) -> Template:
        return _Template(super().from_string(template_code).template, self)

    def get_template(self, template_name: str) -> Template:
        return _Template(super().get_template(template_name).template, self)


class _Template(Template):
    """A context and its layers refer to each other.  All that a page has read would wait for a
    collection of the oldest garbage, which is rare, while others are answered."""

    def render(
        self, context: dict[str, Any] | None = None, request: HttpRequest | None = None
    ) -> str:
        layers = make_context(context, request, autoescape=self.backend.engine.autoescape)
        try:
            return self.template.render(layers)
        except TemplateDoesNotExist as error:
            reraise(error, self.backend)
            raise
        finally:
            layers.dicts.clear()
