from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0004_series"),
        ("ladder", "0011_series_words"),
    ]

    operations = [
        migrations.DeleteModel(name="SeriesGame"),
        migrations.DeleteModel(name="SeriesEntry"),
        migrations.DeleteModel(name="Series"),
    ]
