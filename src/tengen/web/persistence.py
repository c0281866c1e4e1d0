"""Games on disk: every game is written down as it goes, and comes back after a restart of the server."""

import json
import logging
import time
from itertools import count
from pathlib import Path
from typing import Any

from tengen.errors import TengenError, reason_of
from tengen.records import GameNode, loads
from tengen.web.clocks import clocks_to_dict, restore_clocks
from tengen.web.game import WebGame
from tengen.web.settings import GameSettings
from tengen.web.thinking import Thinker
from tengen.web.values import Value
from tengen.web.waiting import Picture
from tengen.web.writing import Writer, file_of

log = logging.getLogger(__name__)


class GameFiles:
    """A folder with a file for each game; writing is the writer's, who does not give up."""

    def __init__(self, folder: Path, writer: Writer | None = None) -> None:
        self.folder = folder
        self.writer = writer or Writer()
        self._earlier: dict[str, list[Path]] = {}  # by key: games put by that are not written yet

    def save(self, key: str, game: WebGame) -> None:
        """Write a game down, whole or not at all, as soon as that is possible."""
        self.writer.put(self._path(key), _encode(game))

    def is_kept(self, key: str) -> bool:
        """Whether there is a file for this game, or will be."""
        return self.writer.holds(self._path(key))

    def trouble(self, key: str) -> str:
        """Why this game, or one that made room for it, is not written yet; empty if all is."""
        waiting = [path for path in self._earlier.pop(key, []) if self.writer.trouble(path)]
        if waiting:
            self._earlier[key] = waiting
        return next(filter(None, map(self.writer.trouble, [self._path(key), *waiting])), "")

    def put_by(self, key: str, game: WebGame) -> None:
        """Keep a game that makes room for another as SGF; refuses where that would be a loss."""
        if self.writer.is_full:
            raise TengenError(
                "the game on the board cannot be kept, nor can more wait to be written: download it (Save), then make "
                "room on the disk, or start Tengen with another --folder"
            )
        path = self._free_name(f"{time.strftime('%Y-%m-%d-%H%M%S')}-{key[:8]}")
        self.writer.put(path, game.to_sgf().encode("utf-8"))
        self._earlier.setdefault(key, []).append(path)

    def _free_name(self, name: str) -> Path:
        """A name that no other game has: two may make room within a second."""
        names = (f"{name}{'' if n == 1 else f'-{n}'}.sgf" for n in count(1))
        return next(path for path in (self.folder / "earlier" / n for n in names) if not self.writer.holds(path))

    def restore(self, key: str, thinker: Thinker) -> WebGame | None:
        """The game as it was; None if there was none, or nothing can be made of its file, which is then set aside."""
        path = self._path(key)
        try:
            plain = json.loads(self.writer.read(path))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError, RecursionError) as error:
            _set_aside(path, error)
            return None
        try:
            return _rebuild(plain, thinker)
        except (TengenError, LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
            _set_aside(path, error)
            return None

    def _path(self, key: str) -> Path:
        return file_of(self.folder, key)


def _encode(game: WebGame) -> bytes:
    position = game.position
    nodes = list(game.record.nodes())
    numbers = {node: number for number, node in enumerate(nodes)}
    values = {number: game.values.value(node) for node, number in numbers.items()}
    plain = {
        "picture": Picture(position.size, position.stones, position.last_move).to_dict(),
        "settings": game.settings.to_dict(),
        "sgf": game.to_sgf(),
        "node": numbers[game.node],
        "result": game.result,
        "ended_at": None if game.ended_at is None else numbers.get(game.ended_at),
        "paused": game.paused,
        "clocks": clocks_to_dict(game.clocks),
        "values": {number: list(value) for number, value in values.items() if value is not None},
    }
    return json.dumps(plain).encode("utf-8")


def _set_aside(path: Path, error: Exception) -> None:
    log.warning("the game in %s cannot be read (%s): it is set aside, and a new one begins", path, error)
    try:
        path.replace(path.with_suffix(".broken"))
    except OSError as refused:
        log.warning("it could not be set aside: %s", reason_of(refused))


def _rebuild(plain: dict[str, Any], thinker: Thinker) -> WebGame:
    settings = GameSettings.from_dict(plain["settings"])
    record = loads(plain["sgf"])
    game = WebGame(settings, thinker)
    game.take_record(record, settings)
    nodes: list[GameNode] = list(record.nodes())
    game.show(nodes[plain["node"]])
    game.result = str(plain["result"])
    game.ended_at = None if plain["ended_at"] is None else nodes[plain["ended_at"]]
    game.paused = bool(plain["paused"])
    if game.clocks and plain["clocks"] is not None:
        restore_clocks(game.clocks, plain["clocks"])
    for number, (winrate, score, visits) in plain["values"].items():
        game.values.put(nodes[int(number)], Value(float(winrate), float(score), int(visits)))
    game.message = "Welcome back."
    return game
