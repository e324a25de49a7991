"""Built programs that can be removed and built again, and the sizes of what is stored."""

from django.core.files.storage import default_storage
from django.db import migrations, models


def measure(apps, schema_editor):
    """Sizes of the files of versions that were uploaded before."""
    versions = apps.get_model("bots", "BotVersion").objects.all()
    for pk, source, artifact in versions.values_list("pk", "source", "artifact").iterator():
        versions.filter(pk=pk).update(stored_bytes=_size(source), artifact_bytes=_size(artifact))


def _size(name):
    try:
        return default_storage.size(name) if name else 0
    except OSError:
        return 0


class Migration(migrations.Migration):
    dependencies = [("bots", "0004_programs_and_build_requests")]

    operations = [
        migrations.AddField(
            model_name="botversion",
            name="artifact_bytes",
            field=models.PositiveBigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="botversion",
            name="artifact_state",
            field=models.CharField(
                choices=[
                    ("kept", "kept"),
                    ("removed", "removed until it is needed"),
                    ("waiting", "waiting to be built again"),
                    ("building", "being built again"),
                    ("failed", "could not be built again"),
                    ("deleted", "deleted with the source"),
                ],
                db_index=True,
                default="kept",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="botversion",
            name="stored_bytes",
            field=models.PositiveBigIntegerField(default=0, help_text="Of the stored source."),
        ),
        migrations.AlterField(
            model_name="botversion",
            name="source",
            field=models.FileField(blank=True, max_length=200, upload_to="sources/"),
        ),
        migrations.RunPython(measure, migrations.RunPython.noop),
    ]
