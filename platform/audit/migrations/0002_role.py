from django.db import migrations, models

from audit import triggers


def unprotect(apps, editor):
    triggers.remove(editor.connection)


def protect(apps, editor):
    triggers.install(editor.connection)


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]
    operations = [
        migrations.RunPython(unprotect, protect),
        migrations.AddField(
            "auditentry",
            "role",
            models.CharField(
                blank=True,
                default="",
                help_text="The role that let the actor act, if there are several.",
                max_length=40,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(protect, unprotect),
    ]
