from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "notices"

    def ready(self) -> None:
        from accounts.signals import mail_written, notice_written
        from notices import deletion  # noqa: F401  connects its handler
        from notices.services import post_account_mail, tell_for_accounts

        mail_written.connect(post_account_mail, dispatch_uid="notices.account_mails")
        notice_written.connect(tell_for_accounts, dispatch_uid="notices.of_accounts")
