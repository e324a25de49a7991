import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rulesets", "0001_initial"),
        ("matches", "0006_people"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="scenario",
            field=models.ForeignKey(
                blank=True,
                help_text="The scenario's parameters, if its ruleset does not ship with the game.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="matches",
                to="rulesets.scenario",
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="base",
            field=models.CharField(
                blank=True,
                default="",
                help_text="The ruleset of the game that its scenario is based on.",
                max_length=40,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="match",
            name="params",
            field=models.JSONField(
                blank=True,
                help_text="Of its scenario as it was when the match was made.",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="kind",
            field=models.CharField(
                choices=[
                    ("ladder", "ladder"),
                    ("proving", "first match"),
                    ("friendly", "friendly"),
                    ("series", "series"),
                    ("room", "room"),
                    ("preview", "preview"),
                ],
                max_length=10,
            ),
        ),
    ]
