"""The documents of the help: Markdown in which numbers and addresses are computed."""

from __future__ import annotations

from functools import lru_cache

from django.template import Context, Engine

from pages.frame.content import markdown
from pages.help.contents import HelpPage
from pages.help.facts import facts


def document(page: HelpPage) -> markdown.Text:
    """The rendered text of a page that has no template of its own."""
    return _rendered(source(page))


def source(page: HelpPage) -> str:
    """Its Markdown, with the numbers and addresses in their places."""
    template = Engine.get_default().get_template(f"help/texts/{page.name}.md")
    # Markdown escapes what is HTML.
    return str(template.render(Context(facts(), autoescape=False)))


_rendered = lru_cache(maxsize=32)(markdown.render)
