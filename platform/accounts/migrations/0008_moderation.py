import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

KINDS = [("person", "person"), ("team", "team"), ("bot", "bot"), ("event", "event")]


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_senders_of_device_logins"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="closed_at",
            field=models.DateTimeField(
                blank=True, editable=False, help_text="An organizer closed the account.", null=True
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="closed_why",
            field=models.CharField(blank=True, editable=False, max_length=300),
        ),
        migrations.AddField(
            model_name="user",
            name="waits_since",
            field=models.DateTimeField(
                blank=True,
                editable=False,
                help_text="An organizer has to approve the account.",
                null=True,
            ),
        ),
        migrations.CreateModel(
            name="FormerName",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(choices=KINDS, max_length=10)),
                ("digest", models.CharField(max_length=64)),
                (
                    "target",
                    models.PositiveBigIntegerField(
                        blank=True,
                        help_text="The id of what had the name. None: it leads nowhere.",
                        null=True,
                    ),
                ),
                (
                    "reserved",
                    models.BooleanField(default=True, help_text="Nobody may take the name."),
                ),
                ("until", models.DateTimeField(blank=True, help_text="None: for good.", null=True)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(fields=("kind", "digest"), name="one_former_name")
                ],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(choices=[*KINDS, ("map", "map")], max_length=10)),
                ("name", models.CharField(help_text="When it was reported.", max_length=100)),
                ("path", models.CharField(help_text="Its address on this site.", max_length=200)),
                ("text", models.CharField(max_length=1000)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                ("answer", models.CharField(blank=True, max_length=300)),
                (
                    "answered_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("answered_at", None)),
                        fields=["id"],
                        name="open_reports",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SignUpRule",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "mode",
                    models.CharField(
                        choices=[
                            ("open", "Everybody can sign up"),
                            ("approval", "Organizers approve each account"),
                            ("invitation", "Only with an invitation"),
                            ("closed", "Nobody can sign up"),
                        ],
                        max_length=10,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SignUpCode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("note", models.CharField(help_text="For whom it is.", max_length=60)),
                (
                    "left",
                    models.PositiveSmallIntegerField(help_text="Accounts that it still allows."),
                ),
                ("expires", models.DateTimeField()),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "created_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ["-id"]},
        ),
    ]
