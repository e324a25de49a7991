"""Filters of pages of accounts."""

from django import template

from accounts.signing import addresses
from pages.frame.content.safe_filters import never_raise

register = template.Library()
register.filter("is_used_link", addresses.is_used_link)
never_raise(register)
