"""Tokens get scopes.  Those that exist keep what they could do."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def keep_rights(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    tokens = apps.get_model("accounts", "ApiToken").objects
    tokens.filter(user__is_staff=False).update(scopes=["read", "bots"])
    tokens.filter(user__is_staff=True).update(scopes=["read", "bots", "organize"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="apitoken",
            name="scopes",
            field=models.JSONField(default=list, help_text="Some of read, bots and organize."),
        ),
        migrations.RunPython(keep_rights, migrations.RunPython.noop),
    ]
