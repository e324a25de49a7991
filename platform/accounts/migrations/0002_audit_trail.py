"""The audit trail: entries that only grow, with what Django's admin log had so far."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from accounts import triggers
from accounts.trail import GENESIS, SEALED, seal


def carry_over(apps, schema_editor):
    """Each entry of the admin's log, in the order in which they were written."""
    LogEntry = apps.get_model("admin", "LogEntry")
    AuditEntry = apps.get_model("accounts", "AuditEntry")
    number, last, made = 0, GENESIS, []
    rows = LogEntry.objects.select_related("user", "content_type").order_by("action_time", "pk")
    for number, row in enumerate(rows.iterator(chunk_size=500), 1):
        entry = _entry(AuditEntry, number, row, last)
        last = entry.hash
        made.append(entry)
        if len(made) >= 500:
            AuditEntry.objects.bulk_create(made)
            made.clear()
    AuditEntry.objects.bulk_create(made)
    apps.get_model("accounts", "AuditHead").objects.create(pk=1, number=number, hash=last)


def _entry(model, number, row, last):
    act, reason = _words(row)
    kind = row.content_type
    entry = model(
        number=number,
        time=row.action_time,
        actor_id=row.user_id,
        actor_name=row.user.username,
        act=act[:200],
        reason=reason,
        target_type=f"{kind.app_label}.{kind.model}" if kind else "",
        target_id=(row.object_id or "")[:200],
        target_text=row.object_repr,
        previous=last,
    )
    entry.hash = seal(*(getattr(entry, name) for name in SEALED))
    return entry


def _words(row):
    """What was done, and why: our own words, or those of the admin's forms."""
    if row.change_message.startswith("["):
        from django.contrib.admin.models import LogEntry

        told = LogEntry(action_flag=row.action_flag, change_message=row.change_message)
        done = {1: "added by hand", 3: "deleted by hand"}.get(row.action_flag, "changed by hand")
        return done, str(told.get_change_message())
    act, _, reason = row.change_message.partition(": ")
    return act or "changed by hand", reason


def protect(apps, schema_editor):
    triggers.install(schema_editor.connection)


def unprotect(apps, schema_editor):
    triggers.remove(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.CreateModel(
            name="AuditHead",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveBigIntegerField(default=0)),
                ("hash", models.CharField(default=GENESIS, max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                (
                    "number",
                    models.PositiveBigIntegerField(
                        help_text="From 1, without gaps.", primary_key=True, serialize=False
                    ),
                ),
                ("time", models.DateTimeField(db_index=True)),
                ("actor_name", models.CharField(max_length=150)),
                ("act", models.CharField(max_length=200)),
                ("reason", models.TextField(blank=True)),
                (
                    "target_type",
                    models.CharField(help_text="Such as matches.match.", max_length=100),
                ),
                ("target_id", models.CharField(max_length=200)),
                ("target_text", models.CharField(max_length=200)),
                ("previous", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
                (
                    "actor",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="acts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "audit entries",
                "ordering": ["-number"],
                "indexes": [
                    models.Index(
                        fields=["target_type", "target_id", "-number"],
                        name="accounts_au_target__9a2952_idx",
                    )
                ],
            },
        ),
        migrations.RunPython(carry_over, migrations.RunPython.noop),
        migrations.RunPython(protect, unprotect),
    ]
