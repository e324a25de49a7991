"""The addresses of the API.  Everything that programs may lean on is below ``v1/``."""

from django.urls import include, path, re_path
from rest_framework.routers import SimpleRouter

from api.views.accounts import MeView
from api.views.archives import ArchiveViewSet
from api.views.bots import BotViewSet, VersionViewSet
from api.views.circuits import CircuitViewSet
from api.views.comparisons import ComparisonViewSet
from api.views.devices import DeviceTokenView, DeviceView
from api.views.docs import DocsView, SchemaView
from api.views.entrants import EntrantsViewSet
from api.views.events import EventViewSet
from api.views.fallback import UnknownView
from api.views.following import FollowingView, FollowView
from api.views.games import GameViewSet
from api.views.incidents import IncidentsViewSet
from api.views.judging import JudgingViewSet
from api.views.ladder import SeasonViewSet
from api.views.maps import MapViewSet
from api.views.matches import MatchViewSet
from api.views.moderation import ModerationViewSet
from api.views.notices import NoticeViewSet
from api.views.organizing import OrganizingViewSet
from api.views.regressions import RegressionTestViewSet
from api.views.reservations import ReservationsViewSet
from api.views.search import SearchView
from api.views.series import SeriesViewSet
from api.views.showing import ShowingViewSet

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
