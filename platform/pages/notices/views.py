"""Notices of a person, where they want them, and their webhooks with what was sent to them."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from accounts.signing.addresses import confirmed_address
from notices import mail, outbox, services, webhooks
from notices.models import Delivery, Notice, Webhook
from notices.posting.transport import MAX_RESPONSE
from pages.frame.access.permissions import PersonRequest, person_act, private_page, proved
from pages.frame.acts import form_page, redirect_with, refusing, reported
from pages.frame.fields.forms import sent
from pages.frame.paging import page_of
from pages.notices.forms import (
    DeliveryFilter,
    NoticeFilter,
    WebhookEditForm,
    WebhookForm,
    read_wishes,
    wish_table,
)

SHOWN = 10
"""Deliveries on the page of their webhook; the log has all."""


@private_page
def index(request: PersonRequest) -> HttpResponse:
    chosen = NoticeFilter(request.GET, Notice.objects.filter(user=request.user))
    context = {
        "filter": chosen.form,
        "page": page_of(request, chosen.qs),
        "unread": services.unread_count(request.user),
    }
    return render(request, "notices/index.html", context)


@private_page
def follow(request: PersonRequest, pk: int) -> HttpResponse:
    """Redirects to the subject of a notice and marks it as read."""
    notice = get_object_or_404(Notice, pk=pk, user=request.user)
    services.mark_read(request.user, notice.pk)
    return redirect(notice.path)


@person_act
def read_all(request: PersonRequest) -> HttpResponse:
    services.mark_read(request.user)
    return redirect("notices")


@csrf_exempt
def off(request: HttpRequest, token: str) -> HttpResponse:
    """Turns off mails of one kind by a link. A person confirms first; a mail program does it at
    once (RFC 8058). Only the token is needed.
    """
    subscription = mail.read_off_token(token)
    if subscription is None:
        raise Http404("This link is not from this site, or a part of it is missing.")
    person, kind = subscription
    if request.method == "POST":
        services.turn_off_mail(person, kind)
    context = {"person": person, "kind": kind, "done": request.method == "POST"}
    return render(request, "notices/off.html", context)


@login_required
def wishes(request: PersonRequest) -> HttpResponse:
    if request.method == "POST":
        services.save_wishes(request.user, read_wishes(request.user, request.POST))
        return redirect_with(request, "Saved.", "settings-notices")
    context = {
        "rows": wish_table(request.user),
        "webhooks": request.user.webhooks.prefetch_related("subscriptions"),
        "most": webhooks.MAX_WEBHOOKS,
        "address": confirmed_address(request.user),
    }
    return render(request, "notices/wishes.html", context)


# Changes of a webhook ask for the password again: it is a way by which everything that happens to
# the person's bots leaves the site.


@never_cache
@login_required
@proved
def new_webhook(request: PersonRequest) -> HttpResponse:
    """The secret is in this one answer and nowhere else."""
    form = WebhookForm(sent(request))
    if form.is_valid():
        given = form.cleaned_data
        with refusing(form):
            made = webhooks.create(request.user, given["url"], given["kinds"])
            return _with_secret(request, made, "The webhook is created.")
    return form_page(request, "notices/webhook_new.html", {"form": form})


def _with_secret(request: PersonRequest, webhook: Webhook, said: str) -> HttpResponse:
    context = {"webhook": webhook, "secret": webhook.secret, "said": said}
    return render(request, "notices/secret.html", context)


def _mine(request: PersonRequest, pk: int) -> Webhook:
    return get_object_or_404(Webhook, pk=pk, user=request.user)


@never_cache
@login_required
@proved
def webhook(request: PersonRequest, pk: int) -> HttpResponse:
    webhook = _mine(request, pk)
    kinds = [row.kind for row in webhook.subscriptions.all()]
    initial = {"url": webhook.url, "kinds": kinds, "active": webhook.active}
    form = WebhookEditForm(sent(request), initial=initial)
    if form.is_valid():
        given = form.cleaned_data
        with refusing(form):
            webhooks.edit(webhook, given["url"], given["kinds"], given["active"])
            return redirect_with(request, "Saved.", "webhook", pk)
    shown = _mine(request, pk)  # a form that was refused is in the other one
    context = {"form": form, "webhook": shown, "deliveries": shown.deliveries.all()[:SHOWN]}
    return form_page(request, "notices/webhook.html", context)


@never_cache
@person_act
@proved
def rotate(request: PersonRequest, pk: int) -> HttpResponse:
    webhook = _mine(request, pk)
    webhooks.rotate(webhook)
    return _with_secret(request, webhook, "The old secret is no longer used.")


@person_act
def delete(request: PersonRequest, pk: int) -> HttpResponse:
    webhook = _mine(request, pk)
    webhook.delete()
    return redirect_with(request, f"The webhook {webhook} is deleted.", "settings-notices")


@person_act
def test(request: PersonRequest, pk: int) -> HttpResponse:
    address: tuple[str, int] = ("webhook", pk)
    with reported(request):
        address = ("delivery", webhooks.send_test(_mine(request, pk)).pk)
    return redirect(*address)


@private_page
def deliveries(request: PersonRequest) -> HttpResponse:
    rows = Delivery.objects.filter(user=request.user).select_related("webhook")
    chosen = DeliveryFilter(request.GET, rows.defer("payload", "response"), request=request)
    page = page_of(request, chosen.qs)
    return render(request, "notices/deliveries.html", {"filter": chosen.form, "page": page})


@private_page
def delivery(request: PersonRequest, pk: int) -> HttpResponse:
    delivery = get_object_or_404(
        Delivery.objects.select_related("webhook"), pk=pk, user=request.user
    )
    return render(request, "notices/delivery.html", {"delivery": delivery})


@person_act
def again(request: PersonRequest, pk: int) -> HttpResponse:
    mine = Delivery.objects.select_related("webhook__user")
    delivery = get_object_or_404(mine, pk=pk, user=request.user)
    with reported(request):
        webhooks.send_again(delivery)
    return redirect("delivery", pk)


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """How to receive webhooks; the numbers are those that hold."""
    context = {
        "pauses": outbox.PAUSES_S,
        "days": outbox.DEAD_AFTER.days,
        "most": webhooks.MAX_WEBHOOKS,
        "unsent": services.MOST_UNSENT,
        "private": settings.WEBHOOK_PRIVATE,
        "response": MAX_RESPONSE,
    }
    return render(request, "notices/help.html", context)
