from __future__ import annotations

from django.db import migrations, models

import accounts.models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_team_roles")]

    operations = [
        migrations.RemoveField(model_name="membership", name="is_founder"),
        migrations.AddField(
            model_name="user",
            name="affiliation",
            field=models.CharField(blank=True, max_length=80),
        ),
        migrations.AddField(
            model_name="user",
            name="link",
            field=accounts.models.LinkField(blank=True),
        ),
        migrations.AddField(
            model_name="team",
            name="about",
            field=models.CharField(blank=True, max_length=500),
        ),
        migrations.AddField(
            model_name="team",
            name="link",
            field=accounts.models.LinkField(blank=True),
        ),
    ]
