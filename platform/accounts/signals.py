"""Signals of accounts, for apps above."""

from __future__ import annotations

from django.dispatch import Signal

account_deleted = Signal()
"""Within the transaction that deletes an account: each app removes what it keeps of the ``person``,
whose row stays.  ``rename`` says that the person's bots lose their names, too."""
mail_written = Signal()
"""A mail of an account leaves: ``address``, ``subject`` and ``body``, all text.  The app of notices
puts it into the outbox, within the caller's transaction."""
