"""Holds and workers in the organizers' admin; the desk has the actions."""

from __future__ import annotations

from django.contrib import admin

from audit.records import Record
from controls.models import FaultCount, Hold, Machine, Reservation, ShareAccount, Worker


@admin.register(Hold)
class HoldAdmin(Record):
    list_display = ["of", "name", "since", "until", "by", "reason"]
    list_filter = ["of"]
    search_fields = ["name", "reason"]


@admin.register(Worker)
class WorkerAdmin(Record):
    list_display = ["name", "host", "lane", "since", "seen", "faults", "losses"]
    list_filter = ["lane", "host"]
    search_fields = ["name"]


@admin.register(Reservation)
class ReservationAdmin(Record):
    list_display = ["subject", "begins", "ends", "workers", "percent", "by", "reason"]
    search_fields = ["reason"]


@admin.register(ShareAccount)
class ShareAccountAdmin(Record):
    list_display = ["name", "weight", "used"]


@admin.register(FaultCount)
class FaultCountAdmin(Record):
    list_display = ["host", "of", "cause", "in_a_row", "last"]
    list_filter = ["of", "host"]


@admin.register(Machine)
class MachineAdmin(Record):
    list_display = ["name", "checked", "problem"]
