from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("search", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="HelpSection",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.CharField(max_length=300, unique=True)),
                ("title", models.CharField(max_length=300)),
                ("page", models.CharField(max_length=200)),
                ("text", models.TextField(blank=True)),
            ],
        ),
        migrations.AlterField(
            model_name="searchentry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("bot", "Bots"),
                    ("person", "People"),
                    ("team", "Teams"),
                    ("map", "Maps"),
                    ("event", "Events"),
                    ("help", "Help and rules"),
                ],
                max_length=10,
            ),
        ),
    ]
