"""Not named 0001_initial: a database with the tables of an earlier version is refused by that."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("bots", "0001_initial"),
        ("matches", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Comparison",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ruleset", models.CharField(max_length=40)),
                (
                    "pooled",
                    models.BooleanField(
                        default=False, help_text="Both play a pool, not each other."
                    ),
                ),
                ("elo0", models.FloatField(default=0.0)),
                ("elo1", models.FloatField(default=50.0)),
                ("alpha", models.FloatField(default=0.05)),
                ("beta", models.FloatField(default=0.05)),
                ("budget", models.PositiveSmallIntegerField(help_text="Pairs of matches at most.")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("running", "running"),
                            ("decided", "decided"),
                            ("budget", "ran out of budget"),
                            ("stopped", "stopped"),
                            ("failed", "failed"),
                        ],
                        db_index=True,
                        default="running",
                        editable=False,
                        max_length=10,
                    ),
                ),
                (
                    "trouble",
                    models.CharField(
                        blank=True, help_text="The reason of a failure.", max_length=500
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("ended", models.DateTimeField(blank=True, null=True)),
                (
                    "verdict",
                    models.CharField(
                        choices=[
                            ("better", "better"),
                            ("not_better", "not better"),
                            ("open", "undecided"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                (
                    "units",
                    models.PositiveSmallIntegerField(default=0, help_text="Results that count."),
                ),
                ("ratio", models.FloatField(default=0.0, help_text="Log-likelihood ratio.")),
                ("elo", models.FloatField(blank=True, help_text="B's lead.", null=True)),
                ("elo_low", models.FloatField(blank=True, null=True)),
                ("elo_high", models.FloatField(blank=True, null=True)),
                (
                    "likelihood",
                    models.FloatField(blank=True, help_text="That B is better at all.", null=True),
                ),
                (
                    "baseline",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="bots.botversion",
                    ),
                ),
                (
                    "candidate",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comparisons",
                        to="bots.botversion",
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        help_text="The person who asked.",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comparisons",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("candidate", models.F("baseline")), _negated=True),
                        name="two_versions_compared",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ComparisonOpponent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(help_text="From 0.")),
                (
                    "comparison",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="opponents",
                        to="comparisons.comparison",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="bots.botversion",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("comparison", "number"), name="one_comparison_opponent"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ComparisonUnit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "number",
                    models.PositiveSmallIntegerField(help_text="From 1, in the order of making."),
                ),
                (
                    "opponent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="comparisons.comparisonopponent",
                    ),
                ),
                (
                    "comparison",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="comparisons.comparison",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("comparison", "number"), name="one_comparison_unit"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ComparisonMatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "opponent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="bots.botversion",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="bots.botversion",
                    ),
                ),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comparison_match",
                        to="matches.match",
                    ),
                ),
                (
                    "unit",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matches",
                        to="comparisons.comparisonunit",
                    ),
                ),
            ],
            options={
                "ordering": ["match_id"],
            },
        ),
    ]
