from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_profiles"), ("maps", "0001_initial")]

    operations = [
        migrations.AlterField(
            model_name="map",
            name="team",
            field=models.ForeignKey(
                blank=True,
                help_text="Its members see and change the map by their roles.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="maps",
                to="accounts.team",
            ),
        ),
    ]
