from __future__ import annotations

from django.db import migrations, models


def forget(apps, schema_editor):
    """Log-ins that wait begin again: their codes cannot be kept as digests."""
    apps.get_model("accounts", "DeviceLogin").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_device_logins")]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop),
        migrations.RemoveField(model_name="devicelogin", name="user_code"),
        migrations.AddField(
            model_name="devicelogin",
            name="user_digest",
            field=models.CharField(default="", max_length=64, unique=True),
            preserve_default=False,
        ),
    ]
