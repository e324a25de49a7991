from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ladder", "0004_rivals_reports"),
    ]

    operations = [
        migrations.AddField(
            model_name="ratedmatch",
            name="play_sha256",
            field=models.CharField(
                blank=True,
                help_text="Of its replies and events, if its game does not use the seed on its "
                "start.",
                max_length=64,
            ),
        ),
    ]
