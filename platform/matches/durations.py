"""Kept durations of finished matches."""

from __future__ import annotations

from django.db import models


class Duration(models.Model):
    """How long the last finished matches took, by ``key``: see `matches.expectations`."""

    key = models.CharField(max_length=120, primary_key=True)
    recent = models.JSONField(default=list, help_text="Seconds, the newest last.")

    class Meta:
        ordering = ["key"]

    def __str__(self) -> str:
        return self.key
