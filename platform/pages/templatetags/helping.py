"""Links between the pages of the help."""

from django import template

from pages.help.contents import neighbours

register = template.Library()


@register.inclusion_tag("help/_pager.html")
def help_pager(name: str) -> dict[str, object]:
    """Links to the help pages before and after the one of this name."""
    before, after = neighbours(name)
    return {"before": before, "after": after}
