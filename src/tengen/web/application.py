"""The pages of the server, and what happens when it starts and ends.

Serving begins before the game's own code is loaded: while the browser fetches what every page needs, a thread loads
the rest (`rooms.py` with all it imports, the compiled kernels). The board as it was left is there at once, and comes to
life as soon as both are done.
"""

import asyncio
import logging
import threading
import time
from typing import TYPE_CHECKING

from nicegui import Client, app, ui

from tengen.errors import TengenError
from tengen.web.keys import file_of
from tengen.web.preferences import Preferences
from tengen.web.server import ServerOptions
from tengen.web.style import CSS
from tengen.web.waiting import picture_in, waiting_page

if TYPE_CHECKING:
    from tengen.web.rooms import Rooms

log = logging.getLogger(__name__)
_TICK_SECONDS = 0.2
_PREPARING_AFTER = 1.0  # seconds: the first page goes first


class _Loading:
    """Loads the rooms in the background."""

    def __init__(self, options: ServerOptions) -> None:
        self._options = options
        self.rooms: Rooms | None = None
        self.trouble = ""

    def start(self) -> None:
        """Begin; in the loop that serves."""
        self._loop = asyncio.get_running_loop()
        self._done = asyncio.Event()
        threading.Thread(target=self._load, name="tengen-loading", daemon=True).start()

    def _load(self) -> None:
        try:
            from tengen.web.rooms import Rooms, prepare

            self.rooms = Rooms(self._options)
        except Exception as error:
            log.exception("the board could not be made ready")
            self.trouble = f"The board could not be made ready: {error}. tengen doctor says more."
        self._loop.call_soon_threadsafe(self._done.set)
        if self.rooms is not None:
            time.sleep(_PREPARING_AFTER)
            prepare()

    async def wait(self) -> "Rooms":
        """The rooms, when they are there."""
        await self._done.wait()
        if self.rooms is None:
            raise TengenError(self.trouble)
        return self.rooms


def install(options: ServerOptions) -> None:
    """Make the pages."""
    loading = _Loading(options)
    tasks: list[asyncio.Task[None]] = []

    @ui.page("/")
    async def board(client: Client, game: str = "") -> None:
        """The board of this browser's game; ``/?game=NAME`` is another one."""
        ui.add_css(CSS)
        key = app.storage.browser["id"] + (f"-{game}" if game else "")
        store = app.storage.user
        try:
            if loading.rooms is None:
                waiting = waiting_page(Preferences(store), picture_in(file_of(options.games_folder, key)))
                await client.connected(timeout=30)
                rooms = await loading.wait()
                waiting.delete()
            else:
                rooms = loading.rooms
            rooms.show(key, store, client)
        except TengenError as error:
            ui.label(str(error)).style("padding: 2em; font-size: 1.2rem")

    async def look_after() -> None:
        rooms = await loading.wait()
        while True:
            await asyncio.sleep(_TICK_SECONDS)
            rooms.hall.tick()

    def begin() -> None:
        loading.start()
        tasks.append(asyncio.get_running_loop().create_task(look_after()))

    def end() -> None:
        for task in tasks:
            task.cancel()
        if loading.rooms is not None:
            loading.rooms.hall.close()

    app.on_startup(begin)
    app.on_shutdown(end)
