import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def every_result_so_far(apps, schema_editor):
    """Until now nothing but results moved a season."""
    apps.get_model("ladder", "Season").objects.update(revision=models.F("results"))
    apps.get_model("ladder", "Refit").objects.update(revision=models.F("results"))


class Migration(migrations.Migration):
    dependencies = [
        ("bots", "0003_paused"),
        ("ladder", "0005_standing"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="refit",
            name="revision",
            field=models.PositiveIntegerField(default=0, help_text="Of the season by then."),
        ),
        migrations.AddField(
            model_name="season",
            name="revision",
            field=models.PositiveIntegerField(
                default=0,
                help_text="Goes up with whatever changes its standings but for new versions.",
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="stale_since",
            field=models.DateTimeField(
                blank=True,
                help_text="Its live ratings are being recalculated since then.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="stale_from",
            field=models.PositiveIntegerField(
                default=0,
                help_text="The first place among its results from which they are wrong.",
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="recalculation",
            field=models.PositiveIntegerField(
                default=0, help_text="The number of the recalculation that may write."
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="recalculation_until",
            field=models.DateTimeField(
                blank=True, help_text="The recalculation's lease ends then.", null=True
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="recalculated",
            field=models.PositiveIntegerField(
                default=0, help_text="Matches that this recalculation has counted."
            ),
        ),
        migrations.AlterField(
            model_name="season",
            name="results",
            field=models.PositiveIntegerField(default=0, help_text="Rated matches that count."),
        ),
        migrations.RunPython(every_result_so_far, migrations.RunPython.noop),
        migrations.CreateModel(
            name="Correction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("void", "void matches"),
                            ("rerun", "void matches and play them again"),
                            ("restore", "let void matches count again"),
                            ("disqualify", "disqualify a bot"),
                            ("undo", "undo a correction"),
                        ],
                        max_length=12,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "waits for its preview"),
                            ("computing", "preview is being computed"),
                            ("ready", "not published"),
                            ("published", "published"),
                            ("undone", "published and undone"),
                            ("discarded", "discarded"),
                        ],
                        db_index=True,
                        default="draft",
                        max_length=10,
                    ),
                ),
                ("payload", models.JSONField(default=dict)),
                ("diff", models.JSONField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                (
                    "revision",
                    models.PositiveIntegerField(
                        default=0, help_text="Of the season, when its preview was computed."
                    ),
                ),
                (
                    "attempt",
                    models.PositiveIntegerField(default=0, help_text="Of computing its preview."),
                ),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                (
                    "done",
                    models.PositiveIntegerField(
                        default=0, help_text="Matches that its preview has read."
                    ),
                ),
                (
                    "trouble",
                    models.CharField(
                        blank=True, help_text="Why it has no preview.", max_length=500
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="corrections",
                        to="ladder.season",
                    ),
                ),
                (
                    "undoes",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="undone_by",
                        to="ladder.correction",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Disqualification",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("why", models.CharField(max_length=300)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                (
                    "bot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="disqualifications",
                        to="bots.bot",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="disqualifications",
                        to="ladder.season",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("undone_at", None)),
                        fields=("season", "bot"),
                        name="one_disqualification",
                    )
                ],
            },
        ),
    ]
