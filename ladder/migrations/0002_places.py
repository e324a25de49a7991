from django.db import migrations, models


def count_places(apps, schema_editor):
    """So far rated matches had two sides: who did not lose came first.

    `manage.py rebuild_ratings` counts anew where that is not so.
    """
    ratings = apps.get_model("ladder", "Rating")
    changed = []
    for rating in ratings.objects.filter(games__gt=0).iterator():
        rating.places = [rating.wins + rating.draws, rating.losses][: 1 + bool(rating.losses)]
        changed.append(rating)
    ratings.objects.bulk_update(changed, ["places"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("ladder", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="rating",
            name="places",
            field=models.JSONField(
                blank=True, default=list, help_text="How often it came first, second, and so on."
            ),
        ),
        migrations.RunPython(count_places, migrations.RunPython.noop),
    ]
