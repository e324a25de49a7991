import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("bots", "0001_initial"),
        ("matches", "0005_handicap_and_rating"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="version",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="seats",
                to="bots.botversion",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="person",
            field=models.ForeignKey(
                blank=True,
                help_text="The person on the seat, if no bot played.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="seats",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("person", None), ("version__isnull", False))
                | models.Q(("person__isnull", False), ("version", None)),
                name="a_bot_or_a_person",
            ),
        ),
    ]
