"""The audit trail: entries that only grow."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from audit import triggers
from audit.chain import GENESIS


def protect(apps, schema_editor):
    triggers.install(schema_editor.connection)


def unprotect(apps, schema_editor):
    triggers.remove(schema_editor.connection)


class Migration(migrations.Migration):
    initial = True

    dependencies = [("accounts", "0001_initial")]

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
                        name="audit_audit_target__ed216c_idx",
                    )
                ],
            },
        ),
        migrations.RunPython(protect, unprotect),
    ]
