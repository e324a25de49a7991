"""The base of the records of all apps in the organizers' admin."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from audit import services as audit
from games.texts.sentences import paragraph

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    ModelAdmin, TabularInline = admin.ModelAdmin, admin.TabularInline


class ReasonedActionForm(ActionForm):
    """Beside the choice of an action: why.  The audit trail keeps it."""

    reason = forms.CharField(max_length=300, required=False)


class Record(ModelAdmin):
    """A record that every organizer may read.

    Only the fields in ``editable`` change by hand; nothing is added or deleted by hand unless a
    subclass says so, since what is played, rated and uploaded must stay.
    """

    editable: tuple[str, ...] = ()
    action_form = ReasonedActionForm
    show_full_result_count = False
    list_per_page = 50

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self._is_organizer(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._is_organizer(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(self.editable) and self._is_organizer(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        shown = self.get_fields(request, obj) if self.fields else self._own_fields()
        return [name for name in shown if isinstance(name, str) and name not in self.editable]

    def _own_fields(self) -> list[str]:
        hidden = tuple(self.exclude or ())
        return [f.name for f in self.model._meta.fields if f.name not in hidden]

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        entry = super().log_addition(request, obj, message)
        audit.record(_person(request), obj, "added by hand", entry.get_change_message())
        return entry

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        entry = super().log_change(request, obj, message)
        audit.record(_person(request), obj, "changed by hand", entry.get_change_message())
        return entry

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        entries = super().log_deletions(request, queryset)
        for target in queryset:
            audit.record(_person(request), target, "deleted by hand")
        return entries

    @staticmethod
    def _is_organizer(request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_staff)


class RecordInline(TabularInline):
    """Rows of a record that every organizer may read, and that nobody adds or deletes by hand."""

    extra = 0
    can_delete = False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return Record._is_organizer(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def _person(request: HttpRequest) -> AbstractBaseUser:
    assert isinstance(request.user, AbstractBaseUser)
    return request.user


def act(verb: Callable[[Any, Any, str], object], description: str) -> Callable[..., None]:
    """An admin action that calls a service's function on each chosen object with the reason given.

    The function decides whether it may be done and writes the audit entry.
    """

    @admin.action(description=description)
    def action(model_admin: Any, request: HttpRequest, chosen: QuerySet[Model]) -> None:
        reason = request.POST.get("reason", "").strip()
        if not reason:
            messages.error(request, "Nothing was done: write the reason beside the action.")
            return
        for target in chosen:
            try:
                verb(target, request.user, reason)
            except (ValidationError, PermissionDenied) as error:
                why = paragraph(*getattr(error, "messages", [str(error)]))
                messages.error(request, f"{target}: {why}")
            else:
                messages.success(request, f"{target}: done.")

    action.__name__ = f"{verb.__module__}.{verb.__name__}"
    return action
