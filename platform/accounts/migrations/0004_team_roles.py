from __future__ import annotations

from django.db import migrations, models


def from_founders(apps, schema_editor):
    """Founders own their teams; where the founder has left, the first of the members does."""
    Team = apps.get_model("accounts", "Team")
    for team in Team.objects.all():
        joined = team.memberships.filter(accepted=True)
        owner = joined.order_by("-is_founder", "created", "pk").first()
        if owner is not None:
            joined.filter(pk=owner.pk).update(role="owner")


def to_founders(apps, schema_editor):
    Membership = apps.get_model("accounts", "Membership")
    Membership.objects.update(is_founder=False)
    Membership.objects.filter(role="owner").update(is_founder=True)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_user_codes_as_digests")]

    operations = [
        migrations.AddField(
            model_name="membership",
            name="role",
            field=models.CharField(
                choices=[
                    ("owner", "owner"),
                    ("manager", "manager"),
                    ("developer", "developer"),
                    ("member", "member"),
                ],
                default="developer",
                max_length=10,
            ),
        ),
        migrations.RunPython(from_founders, to_founders),
    ]
