"""The desk's page of the audit trail."""

from __future__ import annotations

from itertools import chain

from django.db import connection
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render

from arbiter.serving.downloads import csv_table
from audit import services, triggers
from audit.models import AuditEntry
from pages.audit import queries as audit_queries
from pages.frame.access.permissions import PersonRequest, organizer_page


@organizer_page
def index(request: PersonRequest) -> HttpResponse:
    chosen = audit_queries.AuditFilter(request.GET, AuditEntry.objects.all())
    page = audit_queries.page(chosen.qs, request.GET.get("before"))
    context = {
        "filter": chosen.form,
        "page": page,
        "extent": services.extent(),
        "protected": triggers.is_installed(connection),
    }
    return render(request, "audit/index.html", context)


@organizer_page
def download(request: PersonRequest) -> HttpResponseBase:
    """All entries that pass the filter, oldest first."""
    entries = audit_queries.AuditFilter(request.GET, AuditEntry.objects.all()).qs
    rows = chain([audit_queries.COLUMNS], audit_queries.rows(entries))
    return csv_table(request, "audit", rows)
