"""Kinds that were part of announcements, with what people had chosen for announcements."""

from django.db import migrations, models

SPLIT = ("site.news", "event.invitation", "event.check_in", "event.entry", "event.archive")


def split(apps, schema_editor):
    Preference = apps.get_model("notices", "Preference")
    Subscription = apps.get_model("notices", "Subscription")
    for kind in SPLIT:
        Preference.objects.bulk_create(
            Preference(
                user_id=row.user_id, kind=kind, site=row.site, mail=row.mail, webhook=row.webhook
            )
            for row in Preference.objects.filter(kind="announcement")
        )
        Subscription.objects.bulk_create(
            Subscription(webhook_id=row.webhook_id, kind=kind)
            for row in Subscription.objects.filter(kind="announcement")
        )


def join(apps, schema_editor):
    for name in ("Preference", "Subscription"):
        apps.get_model("notices", name).objects.filter(kind__in=SPLIT).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("notices", "0004_mails_of_accounts"),
    ]

    operations = [
        migrations.AlterField(
            model_name="delivery",
            name="kind",
            field=models.CharField(
                choices=[
                    ("match.finished", "A match is finished"),
                    ("version.ready", "A version is ready"),
                    ("version.failed", "A version failed"),
                    ("bot.paused", "A bot is paused"),
                    ("comparison.ended", "A comparison has ended"),
                    ("event.stage_finished", "A stage of an event is finished"),
                    ("event.starts", "An event starts"),
                    ("tests.worse", "A version is worse in a test"),
                    ("announcement", "An announcement or decision of an event or season"),
                    ("site.news", "News of the site"),
                    ("event.invitation", "An invitation to an event"),
                    ("event.check_in", "A check-in opens"),
                    ("event.entry", "A bot enters or leaves an event"),
                    ("event.archive", "An archive of an event"),
                    ("team.invitation", "An invitation to a team"),
                    ("bot.offered", "A bot is handed over"),
                    ("name.replaced", "A name is replaced"),
                    ("webhook.off", "A webhook is turned off"),
                    ("game.failed", "A foreign game fails"),
                    ("match.differs", "A replay differs from its match"),
                    ("report", "Something is reported"),
                    ("sign_up.waits", "An account waits for approval"),
                    ("followed.bot", "News of a bot that you follow"),
                    ("followed.person", "News of a person whom you follow"),
                    ("followed.event", "News of an event that you follow"),
                    ("followed.game", "News of a game that you follow"),
                    ("digest", "A weekly digest"),
                    ("test", "A test"),
                    ("account", "A mail of an account"),
                ],
                max_length=30,
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("match.finished", "A match is finished"),
                    ("version.ready", "A version is ready"),
                    ("version.failed", "A version failed"),
                    ("bot.paused", "A bot is paused"),
                    ("comparison.ended", "A comparison has ended"),
                    ("event.stage_finished", "A stage of an event is finished"),
                    ("event.starts", "An event starts"),
                    ("tests.worse", "A version is worse in a test"),
                    ("announcement", "An announcement or decision of an event or season"),
                    ("site.news", "News of the site"),
                    ("event.invitation", "An invitation to an event"),
                    ("event.check_in", "A check-in opens"),
                    ("event.entry", "A bot enters or leaves an event"),
                    ("event.archive", "An archive of an event"),
                    ("team.invitation", "An invitation to a team"),
                    ("bot.offered", "A bot is handed over"),
                    ("name.replaced", "A name is replaced"),
                    ("webhook.off", "A webhook is turned off"),
                    ("game.failed", "A foreign game fails"),
                    ("match.differs", "A replay differs from its match"),
                    ("report", "Something is reported"),
                    ("sign_up.waits", "An account waits for approval"),
                    ("followed.bot", "News of a bot that you follow"),
                    ("followed.person", "News of a person whom you follow"),
                    ("followed.event", "News of an event that you follow"),
                    ("followed.game", "News of a game that you follow"),
                    ("digest", "A weekly digest"),
                ],
                max_length=30,
            ),
        ),
        migrations.AlterField(
            model_name="preference",
            name="kind",
            field=models.CharField(
                choices=[
                    ("match.finished", "A match is finished"),
                    ("version.ready", "A version is ready"),
                    ("version.failed", "A version failed"),
                    ("bot.paused", "A bot is paused"),
                    ("comparison.ended", "A comparison has ended"),
                    ("event.stage_finished", "A stage of an event is finished"),
                    ("event.starts", "An event starts"),
                    ("tests.worse", "A version is worse in a test"),
                    ("announcement", "An announcement or decision of an event or season"),
                    ("site.news", "News of the site"),
                    ("event.invitation", "An invitation to an event"),
                    ("event.check_in", "A check-in opens"),
                    ("event.entry", "A bot enters or leaves an event"),
                    ("event.archive", "An archive of an event"),
                    ("team.invitation", "An invitation to a team"),
                    ("bot.offered", "A bot is handed over"),
                    ("name.replaced", "A name is replaced"),
                    ("webhook.off", "A webhook is turned off"),
                    ("game.failed", "A foreign game fails"),
                    ("match.differs", "A replay differs from its match"),
                    ("report", "Something is reported"),
                    ("sign_up.waits", "An account waits for approval"),
                    ("followed.bot", "News of a bot that you follow"),
                    ("followed.person", "News of a person whom you follow"),
                    ("followed.event", "News of an event that you follow"),
                    ("followed.game", "News of a game that you follow"),
                    ("digest", "A weekly digest"),
                ],
                max_length=30,
            ),
        ),
        migrations.AlterField(
            model_name="subscription",
            name="kind",
            field=models.CharField(
                choices=[
                    ("match.finished", "A match is finished"),
                    ("version.ready", "A version is ready"),
                    ("version.failed", "A version failed"),
                    ("bot.paused", "A bot is paused"),
                    ("comparison.ended", "A comparison has ended"),
                    ("event.stage_finished", "A stage of an event is finished"),
                    ("event.starts", "An event starts"),
                    ("tests.worse", "A version is worse in a test"),
                    ("announcement", "An announcement or decision of an event or season"),
                    ("site.news", "News of the site"),
                    ("event.invitation", "An invitation to an event"),
                    ("event.check_in", "A check-in opens"),
                    ("event.entry", "A bot enters or leaves an event"),
                    ("event.archive", "An archive of an event"),
                    ("team.invitation", "An invitation to a team"),
                    ("bot.offered", "A bot is handed over"),
                    ("name.replaced", "A name is replaced"),
                    ("game.failed", "A foreign game fails"),
                    ("match.differs", "A replay differs from its match"),
                    ("report", "Something is reported"),
                    ("sign_up.waits", "An account waits for approval"),
                    ("followed.bot", "News of a bot that you follow"),
                    ("followed.person", "News of a person whom you follow"),
                    ("followed.event", "News of an event that you follow"),
                    ("followed.game", "News of a game that you follow"),
                ],
                max_length=30,
            ),
        ),
        migrations.RunPython(split, join),
    ]
