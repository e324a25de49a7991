"""Signals of accounts, for apps above."""

from django.dispatch import Signal

account_deleted = Signal()
"""Within the transaction that deletes an account: each app removes what it keeps of the ``person``,
whose row stays.  ``rename`` says that the person's bots lose their names, too."""
account_closed = Signal()
"""Within the transaction in which an organizer closes the account of ``person``."""
notice_written = Signal()
"""This app has a notice for people: the arguments are those of `notices.services.tell`, the kind as
text, and the fields of its letter by name in ``letter``.  The app of notices tells them."""
mail_written = Signal()
"""A mail of an account leaves: ``address``, ``subject`` and ``body``, all text.  The app of notices
puts it into the outbox, within the caller's transaction."""
