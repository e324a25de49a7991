from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("comparisons", "0002_failures"),
    ]

    operations = [
        migrations.AddField(
            model_name="comparisonmatch",
            name="play_sha256",
            field=models.CharField(
                blank=True,
                help_text="Of its replies and events, if its game does not use the seed on its "
                "start.",
                max_length=64,
            ),
        ),
        migrations.AlterField(
            model_name="comparison",
            name="state",
            field=models.CharField(
                choices=[
                    ("running", "running"),
                    ("decided", "decided"),
                    ("budget", "ran out of budget"),
                    ("no_starts", "no more starts"),
                    ("stopped", "stopped"),
                    ("failed", "failed"),
                ],
                db_index=True,
                default="running",
                editable=False,
                max_length=10,
            ),
        ),
    ]
