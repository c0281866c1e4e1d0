"""The hall: all games of a server, each with its own engine; those that nobody looks at are put away.

A game's memory and threads are its own, and so is its folder entry; how many games are out at once is limited.
"""

import logging
import time
from functools import partial
from pathlib import Path

from tengen.errors import TengenError
from tengen.web.game import Game
from tengen.web.keeping import Keeper
from tengen.web.settings import GameSettings
from tengen.web.thinking import Thinker

log = logging.getLogger(__name__)
IDLE_SECONDS = 900.0  # after which a game nobody looks at is put away
_SAVING_SECONDS = 1.0


class Hall:
    """Games by their keys."""

    def __init__(
        self, folder: Path, settings: GameSettings, *, threads: int, memory: int, most_games: int = 16
    ) -> None:
        self.settings = settings
        self._keeper = Keeper(folder)
        self._threads = threads
        self._memory = memory
        self._most = most_games
        self._games: dict[str, Game] = {}
        self._unsaved: set[str] = set()
        self._saved_at = time.monotonic()

    def __len__(self) -> int:
        return len(self._games)

    def game(self, key: str) -> Game:
        """The game of this key: on a table already, put away earlier, or new."""
        game = self._games.get(key)
        if game is not None:
            return game
        if len(self._games) >= self._most:
            self._put_away_longest_idle()
        thinker = Thinker(self._threads, self._memory)
        game = self._keeper.restore(key, thinker)
        is_new = game is None
        if game is None:
            game = Game(self.settings, thinker)
        self._games[key] = game
        game.listeners.append(lambda: self._unsaved.add(key))
        game.on_leaving = partial(self._put_by, key, game)
        if is_new:
            game.start(self.settings)
        else:
            game.resume()
        return game

    def tick(self) -> None:
        """Look after clocks, and now and then after files and idle games."""
        for game in self._games.values():
            game.look_at_clock()
        now = time.monotonic()
        if now - self._saved_at < _SAVING_SECONDS:
            return
        self._saved_at = now
        self.save()
        for key, game in list(self._games.items()):
            if not game.viewers and not game.is_thinking and now - game.touched > IDLE_SECONDS:
                self._put_away(key)

    def save(self) -> None:
        """Write down what has changed."""
        for key in list(self._unsaved):
            game = self._games.get(key)
            self._unsaved.discard(key)
            if game is not None:
                try:
                    self._keeper.save(key, game)
                except (OSError, TengenError) as error:
                    log.warning("the game %s could not be kept: %s", key, error)

    def _put_by(self, key: str, game: Game) -> None:
        try:
            self._keeper.put_by(key, game)
        except (OSError, TengenError) as error:
            log.warning("an earlier game could not be kept: %s", error)

    def close(self) -> None:
        """Write everything down and end all engines."""
        self.save()
        for key in list(self._games):
            self._put_away(key)

    def _put_away(self, key: str) -> None:
        self.save()
        self._games.pop(key).leave()

    def _put_away_longest_idle(self) -> None:
        idle = [(game.touched, key) for key, game in self._games.items() if not game.viewers]
        if not idle:
            raise TengenError(f"{self._most} games are under way here, which is all there is room for: try again later")
        self._put_away(min(idle)[1])
