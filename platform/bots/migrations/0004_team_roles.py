from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_profiles"), ("bots", "0003_sparring")]

    operations = [
        migrations.AlterField(
            model_name="bot",
            name="team",
            field=models.ForeignKey(
                blank=True,
                help_text="Its members see and manage the bot by their roles.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="bots",
                to="accounts.team",
            ),
        ),
    ]
