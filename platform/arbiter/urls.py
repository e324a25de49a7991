"""The map of the site: the API, the organizers' admin, accounts, and the pages."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

handler400 = "pages.frame.failure.refused"
handler500 = "pages.frame.failure.failure"
urlpatterns = [
    path("api/", RedirectView.as_view(pattern_name="api:docs")),
    path("api/", include("api.urls")),
    path("desk/admin/", admin.site.urls),
    path("accounts/sessions/", RedirectView.as_view(pattern_name="settings-sessions")),
    path("accounts/", include("allauth.urls")),
    path("", include("pages.urls")),
]
