"""Signals of accounts, for apps above."""

from __future__ import annotations

from django.dispatch import Signal

account_deleted = Signal()
"""Within the transaction that deletes an account: each app removes what it keeps of the ``person``,
whose row stays.  ``rename`` says that the person's bots lose their names, too."""
