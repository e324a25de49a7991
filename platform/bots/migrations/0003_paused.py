from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("bots", "0002_build_worker"),
    ]

    operations = [
        migrations.AddField(
            model_name="bot",
            name="paused_at",
            field=models.DateTimeField(
                blank=True, help_text="By the site, since its games failed.", null=True
            ),
        ),
        migrations.AddField(
            model_name="bot",
            name="paused_why",
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.AddField(
            model_name="bot",
            name="resumed_at",
            field=models.DateTimeField(
                blank=True,
                help_text="Failures of matches before that pause it no more.",
                null=True,
            ),
        ),
    ]
