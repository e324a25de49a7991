"""Sockets at addresses that lead nowhere."""

from channels.generic.websocket import AsyncWebsocketConsumer


class NowhereConsumer(AsyncWebsocketConsumer):
    """Refuses politely: without it any visitor could fill the log with traces."""

    async def connect(self) -> None:
        await self.close()
