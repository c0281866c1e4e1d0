"""The pages of the server, and what happens when it starts and ends.

Serving begins before the game's own code is loaded: while the browser fetches what every page needs, a thread loads
the rest (`games.py` with all it imports, the compiled kernels). The board as it was left is there at once, and comes to
life as soon as both are done.
"""

import asyncio
import contextlib
import logging
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from nicegui import Client, app, ui
from nicegui.server import Server

from tengen.errors import TengenError
from tengen.web.preferences import PreferenceFiles, Preferences
from tengen.web.server import ServerOptions
from tengen.web.style import CSS
from tengen.web.waiting import picture_in, waiting_page
from tengen.web.writing import Writer, file_of, rescue

if TYPE_CHECKING:
    from tengen.web.game import WebGame
    from tengen.web.games import Games

log = logging.getLogger(__name__)
_OPENING_SECONDS = 0.01  # between two looks whether the server is open
_TICK_SECONDS = 0.2
_PREPARING_AFTER = 1.0  # seconds: the first page goes first
_CONNECTING_SECONDS = 30.0  # for a browser to come back for its game
_MOST_WAITED_FOR = 200  # pages whose browser has not connected yet
_CLEARING_AFTER = 5.0  # seconds
_CLEARING_SECONDS = 6 * 3600.0  # between two looks for files that nobody will miss


class _Loading:
    """Loads the games, and all the code they need, in the background."""

    def __init__(self, options: ServerOptions, writer: Writer) -> None:
        self._options = options
        self._writer = writer
        self.games: Games | None = None
        self.trouble = ""

    def start(self) -> None:
        """Begin; in the loop that serves."""
        self._loop = asyncio.get_running_loop()
        self._done = asyncio.Event()
        threading.Thread(target=self._load, name="tengen-loading", daemon=True).start()

    def _load(self) -> None:
        try:
            self.games = _make_games(self._options, self._writer)
        except Exception as error:
            log.exception("the board could not be made ready")
            self.trouble = f"The board could not be made ready: {error}. tengen doctor says more."
        self._loop.call_soon_threadsafe(self._done.set)
        if self.games is not None:
            time.sleep(_PREPARING_AFTER)
            _prepare()

    async def wait(self) -> "Games":
        """The games, when they are there."""
        await self._done.wait()
        if self.games is None:
            raise TengenError(self.trouble)
        return self.games


def _make_games(options: ServerOptions, writer: Writer) -> "Games":
    from tengen.compilation import ensure_compiled
    from tengen.web import view  # noqa: F401  # what pages are made of
    from tengen.web.games import Games
    from tengen.web.settings import GameSettings

    ensure_compiled()
    settings, record = options.settings or GameSettings(), options.record

    def begin(game: "WebGame") -> None:
        if record is not None:
            game.load(record)
        elif options.begin:
            game.start(settings)

    settings.position().legal_moves()  # the kernels of every page
    return Games(
        options.games_folder,
        settings,
        threads=options.threads,
        memory=options.memory,
        most_games=options.games,
        writer=writer,
        for_first=begin,
    )


def _prepare() -> None:
    """Load all compiled code before the first move asks for it; everything else goes first."""
    from tengen.kernels.warm_up import warm_up
    from tengen.web.thinking import be_modest

    be_modest()
    with contextlib.suppress(Exception):  # whoever needs it will see what is wrong
        warm_up()


class Guests:
    """A bound on the pages that are waited for: those that were asked for and never connected.

    A page that a browser shows connects within a second or so. What never connects (a program that fetches the address,
    a preview, an attack) would be kept for a minute each, with a task that wakes up ten times a second.
    """

    def __init__(self, most: int = _MOST_WAITED_FOR) -> None:
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
    is_written = False  # for good
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
            if loading.games is None or not loading.games.is_out(key):
                waiting = waiting_page(Preferences(store), picture_in(path, writer.read))
                await client.connected(timeout=_CONNECTING_SECONDS)
                await loading.wait()
                if client.is_deleted:
                    return
                waiting.delete()
            games = await loading.wait()
            from tengen.web.view import GameView

            GameView(games.game(key), Preferences(store), client)
        except TengenError as error:
            ui.label(str(error)).style("padding: 2em; font-size: 1.2rem")

    async def look_after() -> None:
        while True:
            await asyncio.sleep(_TICK_SECONDS)
            try:
                guests.look_after()
                if loading.games is not None:
                    loading.games.tick()
            except Exception:  # a fault in one round must not be the end of writing games down
                log.exception("looking after the games failed")

    async def clear_up() -> None:
        games = await loading.wait()
        await asyncio.sleep(_CLEARING_AFTER)
        while True:
            await games.clear_up(options.preferences_folder)
            await asyncio.sleep(_CLEARING_SECONDS)

    def begin() -> None:
        loading.start()
        loop = asyncio.get_running_loop()
        tasks.extend(loop.create_task(work) for work in (look_after(), clear_up()))

    def write_all() -> None:
        nonlocal is_written
        if loading.games is not None and not is_written:
            is_written = True
            folder = options.games_folder
            lost = {path: why for path, why in loading.games.write_all().items() if path.is_relative_to(folder)}
            if lost:
                print(f"tengen: {rescue(lost, folder)}", file=sys.stderr, flush=True)

    def end() -> None:
        for task in tasks:
            task.cancel()
        write_all()
        if loading.games is not None:
            loading.games.close()

    app.on_startup(begin)
    app.on_shutdown(end)
    return write_all
