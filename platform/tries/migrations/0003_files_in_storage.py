"""Sources and frames of tries are files.  Tries last for a day: those of before are removed."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tries", "0002_lessons"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunSQL("DELETE FROM tries_try", migrations.RunSQL.noop),
        migrations.RemoveConstraint(model_name="try", name="one_try_of_a_network"),
        migrations.AddField(
            model_name="try",
            name="browser",
            field=models.CharField(
                blank=True,
                help_text="Without an account: a digest of the session.",
                max_length=64,
            ),
        ),
        migrations.AddField(
            model_name="try", name="frames_bytes", field=models.PositiveIntegerField(default=0)
        ),
        migrations.AddField(
            model_name="try", name="source_bytes", field=models.PositiveIntegerField(default=0)
        ),
        migrations.RemoveField(model_name="try", name="frames"),
        migrations.RemoveField(model_name="try", name="source"),
        migrations.AddField(
            model_name="try",
            name="frames",
            field=models.FileField(
                blank=True,
                help_text="Header, frames and result: JSON, gzip.",
                upload_to="try-frames/",
            ),
        ),
        migrations.AddField(
            model_name="try",
            name="source",
            field=models.FileField(
                blank=True,
                help_text="The files, as `sandbox.archives.to_zip` packs them, until the try is over.",
                upload_to="try-sources/",
            ),
        ),
        migrations.AddConstraint(
            model_name="try",
            constraint=models.UniqueConstraint(
                condition=models.Q(("finished", None), ("owner", None)),
                fields=("network", "browser"),
                name="one_try_of_a_browser",
            ),
        ),
    ]
