"""The index of the search."""

from django.db import models


class SearchEntry(models.Model):
    """The indexed words of one row of another table.  Searches ask the row itself who may see it.

    `search.backends` makes the parts of the table that are of one database: a migration that alters
    the table on SQLite must call `install` there again.
    """

    class Kind(models.TextChoices):
        BOT = "bot", "Bots"
        PERSON = "person", "People"
        TEAM = "team", "Teams"
        MAP = "map", "Maps"
        EVENT = "event", "Events"
        HELP = "help", "Help and rules"

    kind = models.CharField(max_length=10, choices=Kind)
    object_id = models.BigIntegerField()
    key = models.CharField(max_length=120, help_text="The folded name.")
    other_key = models.CharField(max_length=120, blank=True, help_text="Such as owner/name.")
    name_words = models.TextField()
    text_words = models.TextField(blank=True)

    class Meta:
        verbose_name_plural = "search entries"
        constraints = [
            models.UniqueConstraint(fields=["kind", "object_id"], name="one_search_entry")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class HelpSection(models.Model):
    """A section of a help page or of a game's rules; `search.sections` writes them."""

    address = models.CharField(max_length=300, unique=True)
    title = models.CharField(max_length=300)
    page = models.CharField(max_length=200)
    text = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.title} ({self.page})"

    def get_absolute_url(self) -> str:
        return self.address
