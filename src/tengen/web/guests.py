"""Guests who asked for a page and did not come back for it: a bound on how many are waited for.

A page that a browser shows connects within a second or so. What never connects (a program that fetches the address, a
preview, an attack) would be kept for a minute each, with a task that wakes up ten times a second.
"""

from nicegui import Client, app

MOST = 200


class Guests:
    """Tells pages that are waited for from those that were connected once."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._met: set[str] = set()
        app.on_connect(self._meet)
        app.on_delete(self._forget)

    def _meet(self, client: Client) -> None:
        self._met.add(client.id)

    def _forget(self, client: Client) -> None:
        self._met.discard(client.id)

    def look_after(self) -> None:
        """Give up those who have been waited for longest; a browser that connects after all loads the page again."""
        if len(Client.instances) - len(self._met) > self._most:
            waited_for = [client for client in Client.instances.values() if client.id not in self._met]
            for client in waited_for[: -self._most]:
                client.delete()
