import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0009_fairness"),
        ("exports", "0002_own_data"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="export",
            name="event",
            field=models.ForeignKey(
                blank=True,
                help_text="The event that it is about; empty: everything.",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="archives",
                to="events.event",
            ),
        ),
        migrations.AddField(
            model_name="export",
            name="public",
            field=models.BooleanField(
                default=False,
                help_text="Of an event: it has what everybody may see, and is for everybody.",
            ),
        ),
        migrations.RemoveConstraint(model_name="export", name="one_open_export"),
        migrations.AddConstraint(
            model_name="export",
            constraint=models.UniqueConstraint(
                condition=models.Q(("event", None), ("person", None)),
                fields=("open",),
                name="one_open_export",
            ),
        ),
        migrations.AddConstraint(
            model_name="export",
            constraint=models.UniqueConstraint(
                condition=models.Q(("event__isnull", False), ("public", True)),
                fields=("open", "event"),
                name="one_open_public_archive",
            ),
        ),
        migrations.AddConstraint(
            model_name="export",
            constraint=models.UniqueConstraint(
                condition=models.Q(("event__isnull", False), ("public", False)),
                fields=("open", "event", "by"),
                name="one_open_archive_of_a_role",
            ),
        ),
    ]
