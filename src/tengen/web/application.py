"""The pages of the server, and what happens when it starts and ends.

Serving begins before the game's own code is loaded: while the browser fetches what every page needs, a thread loads
the rest (`rooms.py` with all it imports, the compiled kernels). The board as it was left is there at once, and comes to
life as soon as both are done.
"""

import asyncio
import logging
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from nicegui import Client, app, ui
from nicegui.server import Server

from tengen.errors import TengenError
from tengen.web.guests import Guests
from tengen.web.keys import file_of
from tengen.web.preference_files import PreferenceFiles
from tengen.web.preferences import Preferences
from tengen.web.server import ServerOptions
from tengen.web.style import CSS
from tengen.web.waiting import picture_in, waiting_page
from tengen.web.writing import Writer

if TYPE_CHECKING:
    from tengen.web.rooms import Rooms

log = logging.getLogger(__name__)
_OPENING_SECONDS = 0.01  # between two looks whether the server is open
_TICK_SECONDS = 0.2
_PREPARING_AFTER = 1.0  # seconds: the first page goes first
_CONNECTING_SECONDS = 30.0  # for a browser to come back for its game
_CLEARING_AFTER = 5.0  # seconds
_CLEARING_SECONDS = 6 * 3600.0  # between two looks for files that nobody will miss


class _Loading:
    """Loads the rooms in the background."""

    def __init__(self, options: ServerOptions, writer: Writer) -> None:
        self._options = options
        self._writer = writer
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

            self.rooms = Rooms(self._options, self._writer)
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


def call_when_open(announce: Callable[[], None]) -> None:
    """Have something done as soon as the server can be reached, which is some time after it has started."""
    tasks: list[asyncio.Task[None]] = []

    async def wait() -> None:
        while not Server.instance.started:
            await asyncio.sleep(_OPENING_SECONDS)
        announce()

    app.on_startup(lambda: tasks.append(asyncio.get_running_loop().create_task(wait())))


def install(options: ServerOptions) -> Callable[[], None]:
    """Make the pages; returns what writes everything down at the very end, if it has not been done."""
    writer = Writer()
    loading = _Loading(options, writer)
    preferences = PreferenceFiles(options.preferences_folder, writer)
    guests = Guests()
    tasks: list[asyncio.Task[None]] = []

    @ui.page("/")
    async def board(client: Client, game: str = "") -> None:
        """The board of this browser's game; ``/?game=NAME`` is another one.

        Asking for the page takes no game out: only a browser that shows it connects, and gets one.
        """
        ui.add_css(CSS)
        browser = app.storage.browser["id"]
        app.storage.browser["id"] = browser  # its cookie lasts from now on
        key = browser + (f"-{game}" if game else "")
        try:
            path = file_of(options.games_folder, key)
            store = preferences.store(browser)
            if loading.rooms is None or not loading.rooms.hall.is_out(key):
                picture = picture_in(path) if loading.rooms is None else loading.rooms.hall.picture(key)
                waiting = waiting_page(Preferences(store), picture)
                await client.connected(timeout=_CONNECTING_SECONDS)
                await loading.wait()
                if client.is_deleted:
                    return
                waiting.delete()
            (await loading.wait()).show(key, store, client)
        except TengenError as error:
            ui.label(str(error)).style("padding: 2em; font-size: 1.2rem")

    async def look_after() -> None:
        while True:
            await asyncio.sleep(_TICK_SECONDS)
            try:
                guests.look_after()
                if loading.rooms is not None:
                    loading.rooms.hall.tick()
            except Exception:  # a fault in one round must not be the end of writing games down
                log.exception("looking after the games failed")

    async def clear_up() -> None:
        rooms = await loading.wait()
        await asyncio.sleep(_CLEARING_AFTER)
        while True:
            await rooms.clear_up()
            await asyncio.sleep(_CLEARING_SECONDS)

    def begin() -> None:
        loading.start()
        loop = asyncio.get_running_loop()
        tasks.extend(loop.create_task(work) for work in (look_after(), clear_up()))

    def write_all() -> None:
        if loading.rooms is not None and (told := loading.rooms.write_all()):
            print(f"tengen: {told}", file=sys.stderr, flush=True)

    def end() -> None:
        for task in tasks:
            task.cancel()
        write_all()
        if loading.rooms is not None:
            loading.rooms.hall.close()

    app.on_startup(begin)
    app.on_shutdown(end)
    return write_all
