"""The desk's page of the audit trail."""

from __future__ import annotations

from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import AuditEntry
from pages import audit_queries, desk_csv
from pages.requests import PersonRequest
from pages.views.desk import organizers_only


@require_safe
@organizers_only
def index(request: PersonRequest) -> HttpResponse:
    chosen = audit_queries.AuditFilter(request.GET)
    page = audit_queries.page(chosen.apply(AuditEntry.objects.all()), request.GET.get("before"))
    context = {"filter": chosen, "page": page, "state": audit_queries.chain_state()}
    return render(request, "desk/audit/index.html", context)


@require_safe
@organizers_only
def download(request: PersonRequest) -> StreamingHttpResponse:
    """All entries that pass the filter, the oldest first."""
    entries = audit_queries.AuditFilter(request.GET).apply(AuditEntry.objects.all())
    return desk_csv.answer("audit.csv", audit_queries.COLUMNS, audit_queries.rows(entries))
