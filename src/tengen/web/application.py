"""The pages of the server, and what happens when it starts and ends."""

import asyncio
import contextlib
from collections.abc import Callable

from nicegui import Client, app, ui

from tengen.errors import TengenError
from tengen.kernels.warm_up import warm_up
from tengen.web.game import Game
from tengen.web.hall import TICK_SECONDS, Hall
from tengen.web.keeping import is_key
from tengen.web.preferences import Preferences
from tengen.web.server import ServerOptions
from tengen.web.style import CSS
from tengen.web.thinking import be_modest
from tengen.web.view import GameView


def install(options: ServerOptions) -> Hall:
    """Make the pages; the hall they show games of."""
    hall = Hall(
        options.folder / "games",
        options.settings,
        threads=options.threads,
        memory=options.memory,
        most_games=options.games,
    )

    first_visit: list[Callable[[Game], None]] = []
    if options.record is not None:
        record = options.record
        first_visit.append(lambda game: game.load(record))
    elif options.begin:
        first_visit.append(lambda game: game.start(options.settings))

    @ui.page("/")
    def board(client: Client, game: str = "") -> None:
        """The board of this browser's game; ``/?game=NAME`` is another one."""
        ui.add_css(CSS)
        key = app.storage.browser["id"] + (f"-{game}" if game else "")
        try:
            if not is_key(key):
                raise TengenError("a game's name is of letters and digits, a few dozen at most")
            found = hall.game(key)
            if first_visit:
                first_visit.pop()(found)
            GameView(found, Preferences(app.storage.user), client)
        except TengenError as error:
            ui.label(str(error)).style("padding: 2em; font-size: 1.2rem")

    async def look_after() -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            hall.tick()

    tasks: list[asyncio.Task[None]] = []

    def begin() -> None:
        loop = asyncio.get_running_loop()
        tasks.append(loop.create_task(look_after()))
        loop.run_in_executor(None, _prepare)

    def end() -> None:
        for task in tasks:
            task.cancel()
        hall.close()

    app.on_startup(begin)
    app.on_shutdown(end)
    return hall


def _prepare() -> None:
    """Load compiled code before the first move asks for it."""
    be_modest()
    with contextlib.suppress(Exception):  # whoever needs it will see what is wrong
        warm_up()
