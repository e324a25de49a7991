"""Filters of pages of accounts."""

from django import template

from accounts import addresses
from pages.frame.content.safe_filters import never_raise

register = template.Library()


@register.filter
def is_used_link(key: str) -> bool:
    """Whether a link that asks to confirm an address has confirmed it."""
    return addresses.is_used_link(key)


never_raise(register)
