"""All games of a server, each with its own engine; those that nobody looks at are put away.

A game's memory and threads are its own, and so is its folder entry; how many games are out at once is limited.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from tengen.cores import usable_cores
from tengen.errors import TengenError
from tengen.web.expiry import expired_games, expired_preferences, is_played
from tengen.web.game import WebGame
from tengen.web.persistence import GameFiles
from tengen.web.settings import GameSettings
from tengen.web.thinking import Thinker
from tengen.web.writing import Writer

log = logging.getLogger(__name__)
IDLE_SECONDS = 900.0  # after which a game nobody looks at is put away
_SAVING_SECONDS = 1.0


class Games:
    """Games by their keys."""

    def __init__(
        self,
        folder: Path,
        settings: GameSettings,
        *,
        threads: int,
        memory: int,
        most_games: int = 16,
        writer: Writer | None = None,
        for_first: Callable[[WebGame], None] | None = None,
    ) -> None:
        self.settings = settings
        self._files = GameFiles(folder, writer)
        self._threads = threads
        self._memory = memory
        self._most = most_games
        self._for_first = for_first  # what the first visitor finds on the board
        # Guests who think have fewer engines pondering than there are cores for.
        self._ponderers = threading.Semaphore(max(1, usable_cores() // threads))
        self._games: dict[str, WebGame] = {}
        self._unsaved: set[str] = set()
        self._saved_at = time.monotonic()

    def __len__(self) -> int:
        return len(self._games)

    def game(self, key: str) -> WebGame:
        """The game of this key: on a table already, put away earlier, or new."""
        game = self._games.get(key) or self._take_out(key)
        if self._for_first is not None:
            begin, self._for_first = self._for_first, None
            begin(game)
        return game

    def _take_out(self, key: str) -> WebGame:
        if len(self._games) >= self._most:
            self._put_away_longest_idle()
        thinker = Thinker(self._threads, self._memory, self._ponderers)
        game = self._files.restore(key, thinker)
        is_new = game is None
        if game is None:
            game = WebGame(self.settings, thinker)
        self._games[key] = game
        game.listeners.append(lambda: self._unsaved.add(key))
        game.on_leaving = partial(self._files.put_by, key, game)
        if is_new:
            game.start(self.settings)
        else:
            game.resume()
        return game

    def is_out(self, key: str) -> bool:
        """Whether this game is on a table."""
        return key in self._games

    def tick(self) -> None:
        """Look after clocks and pondering, and now and then after files and idle games."""
        for game in self._games.values():
            game.look_at_clock()
            game.look_after_pondering()
        now = time.monotonic()
        if now - self._saved_at < _SAVING_SECONDS:
            return
        self._saved_at = now
        self.save()
        for key, game in list(self._games.items()):
            if not game.viewers and not game.is_thinking and now - game.touched > IDLE_SECONDS:
                self._put_away(key)

    def save(self) -> None:
        """Write down what has changed, and what could not be written before."""
        failed = {key: self._save(key) for key in list(self._unsaved)}
        self._files.writer.look_after()
        for key, game in self._games.items():
            self._tell(key, game, failed.get(key) or self._files.trouble(key))

    def _save(self, key: str) -> str:
        """Leave a game to the writer, who has it until it is written; one that nobody touched yet leaves no file.

        Why that failed, if it did: a fault of ours, which must not keep the other games from being written.
        """
        game = self._games.get(key)
        try:
            if game is not None and (self._is_worth_keeping(game) or self._files.is_kept(key)):
                self._files.save(key, game)
        except Exception as error:
            told = f"{type(error).__name__}: {error}"
            if game is not None and game.unkept != told:
                log.exception("the game %s cannot be written", key)
            return told
        self._unsaved.discard(key)
        return ""

    def _is_worth_keeping(self, game: WebGame) -> bool:
        return game.settings != self.settings or is_played(game.record, game.settings)

    def _tell(self, key: str, game: WebGame, trouble: str) -> None:
        """Have the pages of a game say whether it is written."""
        if game.unkept != trouble:
            game.unkept = trouble
            was_unsaved = key in self._unsaved
            game.changed()
            if not was_unsaved:  # what is new is no part of the game
                self._unsaved.discard(key)

    def forget_files(self, expired: Iterable[tuple[Path, float]]) -> int:
        """Remove files that have expired, unless somebody has come back to them meanwhile; how many went."""
        removed = 0
        for path, changed_at in expired:
            try:
                if path.stem not in self._games and path.stat().st_mtime <= changed_at + 1:
                    path.unlink()
                    removed += 1
            except OSError:
                continue
        return removed

    async def clear_up(self, preferences: Path) -> None:
        """Remove files that nobody will miss, of games and of preferences."""
        games = self._files.folder
        expired = await asyncio.to_thread(lambda: [*expired_games(games), *expired_preferences(preferences)])
        self.forget_files(expired)

    def write_all(self) -> dict[Path, tuple[bytes, str]]:
        """Write down everything, now; what cannot be written, and why not."""
        for key in list(self._unsaved):
            self._save(key)
        return self._files.writer.flush()

    def close(self) -> None:
        """Write everything down and end all engines."""
        self.write_all()
        for key in list(self._games):
            self._games.pop(key).leave()

    def _put_away(self, key: str) -> bool:
        """Give a game back to its file, or to the writer; not if that would lose it."""
        if self._save(key) or (self._files.trouble(key) and self._files.writer.is_full):
            return False
        self._games.pop(key).leave()
        return True

    def _put_away_longest_idle(self) -> None:
        idle = [
            (self._is_worth_keeping(game), game.touched, key) for key, game in self._games.items() if not game.viewers
        ]
        if not any(self._put_away(key) for *_, key in sorted(idle)):
            raise TengenError(f"{self._most} games are under way here, which is all there is room for: try again later")
