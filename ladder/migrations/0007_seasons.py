import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


def opened_by_the_site(apps, schema_editor):
    """Until now nobody but the site opened seasons without an end."""
    apps.get_model("ladder", "Season").objects.filter(ends=None).update(automatic=True)


class Migration(migrations.Migration):
    dependencies = [
        ("bots", "0003_paused"),
        ("ladder", "0006_voids"),
    ]

    operations = [
        migrations.CreateModel(
            name="StandingsDay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("place", models.PositiveIntegerField()),
                ("value", models.FloatField()),
                ("games", models.PositiveIntegerField(help_text="Rated matches by then.")),
                ("final", models.BooleanField(default=False)),
                (
                    "revision",
                    models.PositiveIntegerField(default=0, help_text="Of the season by then."),
                ),
                ("made", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "bot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings_days",
                        to="bots.bot",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="days",
                        to="ladder.season",
                    ),
                ),
            ],
            options={
                "ordering": ["season", "day", "place", "bot"],
                "indexes": [
                    models.Index(
                        fields=["season", "place", "day"],
                        name="ladder_stan_season__ec0073_idx",
                    ),
                    models.Index(
                        condition=models.Q(("final", True)),
                        fields=["season", "place"],
                        name="finals",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("season", "day", "bot"), name="one_standing_a_day"
                    )
                ],
            },
        ),
        migrations.RemoveIndex(model_name="rating", name="ladder_rati_season__5299d0_idx"),
        migrations.AddField(
            model_name="rating",
            name="tie",
            field=models.IntegerField(
                default=0, help_text="Orders those of equal points: see `ladder.core.points`."
            ),
        ),
        migrations.AddField(
            model_name="rating",
            name="counted",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="Points of the newest rated matches, oldest first.",
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="scoring",
            field=models.CharField(
                choices=[("rating", "ratings"), ("points", "points")],
                default="rating",
                help_text="The order of its table.",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="window",
            field=models.PositiveSmallIntegerField(
                default=100,
                help_text="Points are those of this number of newest rated matches of a bot.",
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="automatic",
            field=models.BooleanField(
                default=False, help_text="Nobody planned it: it runs until the next one begins."
            ),
        ),
        migrations.AlterField(
            model_name="rating",
            name="standing",
            field=models.FloatField(
                default=16.666666666666664,
                help_text="The order of standings: mu minus the sigma shown, or the points.",
            ),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(
                fields=["season", "-standing", "-tie", "bot"],
                name="ladder_rati_season__7fe92d_idx",
            ),
        ),
        migrations.RunPython(opened_by_the_site, migrations.RunPython.noop),
    ]
