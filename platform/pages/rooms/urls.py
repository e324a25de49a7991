"""Addresses of rooms, and of the page on which a person plays."""

from django.urls import path

from pages.rooms import views

_ROOM = "rooms/<slug:code>/"
_SEAT = f"{_ROOM}seats/<int:number>/"

urlpatterns = [
    path("rooms/", views.index, name="rooms"),
    path("rooms/new/", views.new, name="room-new"),
    path(_ROOM, views.show, name="room"),
    path(f"{_ROOM}now/", views.now, name="room-now"),
    path(f"{_ROOM}change/", views.change, name="room-change"),
    path(f"{_ROOM}fill/", views.fill, name="room-fill"),
    path(f"{_ROOM}start/", views.start, name="room-start"),
    path(f"{_ROOM}stop/", views.stop, name="room-stop"),
    path(f"{_ROOM}again/", views.again, name="room-again"),
    path(f"{_ROOM}close/", views.close, name="room-close"),
    path(f"{_SEAT}sit/", views.sit, name="room-sit"),
    path(f"{_SEAT}free/", views.free, name="room-free"),
    path(f"{_SEAT}bot/", views.bot, name="room-bot"),
    path(f"{_SEAT}invite/", views.invite, name="room-invite"),
    path("matches/<int:number>/play/<int:seat>/", views.play, name="play"),
]
