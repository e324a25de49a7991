from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0004_seat_team")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="handicap",
            field=models.FloatField(
                default=1.0, help_text="Multiplier; its meaning is defined by the game."
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="rating",
            field=models.FloatField(
                blank=True,
                help_text="Points before the match, where the ladder knew any.",
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
                ],
                max_length=10,
            ),
        ),
    ]
