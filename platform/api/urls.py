"""The addresses of the API.  Everything that programs may lean on is below ``v1/``."""

from django.urls import include, path, re_path
from rest_framework.routers import SimpleRouter

from api.views.bots import BotViewSet, VersionViewSet
from api.views.circuits import CircuitViewSet
from api.views.comparisons import ComparisonViewSet
from api.views.docs import DocsView, SchemaView
from api.views.events.archives import ArchiveViewSet
from api.views.events.entrants import EntrantsViewSet
from api.views.events.events import EventViewSet
from api.views.events.incidents import IncidentsViewSet
from api.views.events.judging import JudgingViewSet
from api.views.events.organizing import OrganizingViewSet
from api.views.events.reservations import ReservationsViewSet
from api.views.events.series import SeriesViewSet
from api.views.events.showing import ShowingViewSet
from api.views.fallback import UnknownView
from api.views.games import GameViewSet
from api.views.ladder import SeasonViewSet
from api.views.maps import MapViewSet
from api.views.matches import MatchViewSet
from api.views.people.accounts import MeView
from api.views.people.devices import DeviceTokenView, DeviceView
from api.views.people.following import FollowingView, FollowView
from api.views.people.moderation import ModerationViewSet
from api.views.people.notices import NoticeViewSet
from api.views.regressions import RegressionTestViewSet
from api.views.search import SearchView

app_name = "api"

router = SimpleRouter()
router.register("games", GameViewSet, "game")
router.register("bots", BotViewSet, "bot")
router.register(r"bots/(?P<bot_id>[0-9]+)/versions", VersionViewSet, "version")
router.register(r"bots/(?P<bot_id>[0-9]+)/tests", RegressionTestViewSet, "test")
router.register("circuits", CircuitViewSet, "circuit")
router.register("events", EventViewSet, "event")
router.register("events", OrganizingViewSet, "organize")
router.register("events", ArchiveViewSet, "organize-archive")
router.register("events", EntrantsViewSet, "organize-entrants")
router.register("events", IncidentsViewSet, "organize-incidents")
router.register("events", JudgingViewSet, "organize-judging")
router.register("events", ReservationsViewSet, "organize-workers")
router.register("events", ShowingViewSet, "organize-showing")
router.register("maps", MapViewSet, "map")
router.register("matches", MatchViewSet, "match")
router.register("moderation", ModerationViewSet, "organize-moderation")
router.register("notices", NoticeViewSet, "notice")
router.register("seasons", SeasonViewSet, "season")
router.register("series", SeriesViewSet, "series")
router.register("comparisons", ComparisonViewSet, "comparison")

urlpatterns = [
    path("v1/", include(router.urls)),
    path("v1/me/", MeView.as_view(), name="me"),
    path("v1/following/", FollowingView.as_view(), name="following"),
    re_path(
        r"^v1/following/(?P<kind>[a-z]+)/(?P<key>[^?]+)/\Z", FollowView.as_view(), name="follow"
    ),
    path("v1/search/", SearchView.as_view(), name="search"),
    path("v1/device/", DeviceView.as_view(), name="device"),
    path("v1/device/token/", DeviceTokenView.as_view(), name="device-token"),
    path("schema/", SchemaView.as_view(), name="schema"),
    path("docs/", DocsView.as_view(), name="docs"),
    re_path(r"^(?P<path>[\s\S]*)\Z", UnknownView.as_view(), name="unknown"),
]
