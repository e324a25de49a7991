"""Addresses of rooms, and of the page on which a person plays."""

from __future__ import annotations

from django.urls import path

from pages.views import play, rooms

_ROOM = "rooms/<slug:code>/"
_SEAT = f"{_ROOM}seats/<int:number>/"

urlpatterns = [
    path("rooms/", rooms.index, name="rooms"),
    path("rooms/new/", rooms.new, name="room-new"),
    path(_ROOM, rooms.show, name="room"),
    path(f"{_ROOM}now/", rooms.now, name="room-now"),
    path(f"{_ROOM}change/", rooms.change, name="room-change"),
    path(f"{_ROOM}fill/", rooms.fill, name="room-fill"),
    path(f"{_ROOM}start/", rooms.start, name="room-start"),
    path(f"{_ROOM}stop/", rooms.stop, name="room-stop"),
    path(f"{_ROOM}again/", rooms.again, name="room-again"),
    path(f"{_ROOM}close/", rooms.close, name="room-close"),
    path(f"{_SEAT}sit/", rooms.sit, name="room-sit"),
    path(f"{_SEAT}free/", rooms.free, name="room-free"),
    path(f"{_SEAT}bot/", rooms.bot, name="room-bot"),
    path(f"{_SEAT}invite/", rooms.invite, name="room-invite"),
    path("matches/<int:number>/play/<int:seat>/", play.play, name="play"),
]
