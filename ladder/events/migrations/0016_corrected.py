from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0015_decided_ranks"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="corrected",
            field=models.DateTimeField(
                blank=True,
                editable=False,
                help_text="When people last changed its results.",
                null=True,
            ),
        ),
    ]
