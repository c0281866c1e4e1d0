"""Where games are shown: the hall with its games, and who finds what on the first visit."""

import asyncio
import contextlib
from collections.abc import Callable, MutableMapping
from typing import Any

from nicegui import Client

from tengen.compilation import ensure_compiled
from tengen.kernels.warm_up import warm_up
from tengen.web.expiry import expired_games, expired_preferences
from tengen.web.game import WebGame
from tengen.web.hall import Hall
from tengen.web.preferences import Preferences
from tengen.web.rescue import rescue
from tengen.web.server import ServerOptions
from tengen.web.settings import GameSettings
from tengen.web.thinking import be_modest
from tengen.web.view import GameView
from tengen.web.writing import Writer


class Rooms:
    """The games of a server, shown to those who come."""

    def __init__(self, options: ServerOptions, writer: Writer) -> None:
        ensure_compiled()
        settings = options.settings or GameSettings()
        self.hall = Hall(
            options.games_folder,
            settings,
            threads=options.threads,
            memory=options.memory,
            most_games=options.games,
            writer=writer,
        )
        self._folders = options.games_folder, options.preferences_folder
        self._is_written = False  # for good
        self._for_first_guest: Callable[[WebGame], None] | None = None
        if options.record is not None:
            record = options.record
            self._for_first_guest = lambda game: game.load(record)
        elif options.begin:
            self._for_first_guest = lambda game: game.start(settings)
        settings.position().legal_moves()  # the kernels of every page

    def show(self, key: str, store: MutableMapping[str, Any], client: Client) -> None:
        """Build the page of a game."""
        game = self.hall.game(key)
        if self._for_first_guest is not None:
            self._for_first_guest(game)
            self._for_first_guest = None
        GameView(game, Preferences(store), client)

    async def clear_up(self) -> None:
        """Remove files that nobody will miss."""
        games, preferences = self._folders
        expired = await asyncio.to_thread(lambda: [*expired_games(games), *expired_preferences(preferences)])
        self.hall.forget_files(expired)

    def write_all(self) -> str:
        """Write everything down for the last time; what to tell if that is not possible."""
        if self._is_written:
            return ""
        self._is_written = True
        games = self._folders[0]
        lost = {path: found for path, found in self.hall.write_all().items() if path.is_relative_to(games)}
        return rescue(lost, games) if lost else ""


def prepare() -> None:
    """Load all compiled code before the first move asks for it; everything else goes first."""
    be_modest()
    with contextlib.suppress(Exception):  # whoever needs it will see what is wrong
        warm_up()
