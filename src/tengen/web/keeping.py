"""Games on disk: every game is written down as it goes, and comes back after a restart of the server."""

import json
import logging
import time
from pathlib import Path
from typing import Any

from tengen.errors import TengenError
from tengen.records import GameNode, loads
from tengen.records.writer import save_atomically
from tengen.web.game import Game
from tengen.web.keys import file_of
from tengen.web.settings import GameSettings
from tengen.web.thinking import Thinker
from tengen.web.values import Value
from tengen.web.waiting import Picture

log = logging.getLogger(__name__)


class Keeper:
    """A folder with a file for each game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def save(self, key: str, game: Game) -> None:
        """Write a game down, whole or not at all."""
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
            "clocks": None if game.clocks is None else game.clocks.to_dict(),
            "values": {number: list(value) for number, value in values.items() if value is not None},
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        save_atomically(self._path(key), json.dumps(plain).encode("utf-8"))

    def put_by(self, key: str, game: Game) -> None:
        """Keep a game that makes room for another as SGF."""
        folder = self.folder / "earlier"
        folder.mkdir(parents=True, exist_ok=True)
        game.record.save(folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{key[:8]}.sgf")

    def restore(self, key: str, thinker: Thinker) -> Game | None:
        """The game as it was; None if there was none, or nothing can be made of its file, which is then set aside."""
        path = self._path(key)
        try:
            plain = json.loads(path.read_bytes())
        except FileNotFoundError:
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


def _set_aside(path: Path, error: Exception) -> None:
    log.warning("the game in %s cannot be read (%s): it is set aside, and a new one begins", path, error)
    path.replace(path.with_suffix(".broken"))


def _rebuild(plain: dict[str, Any], thinker: Thinker) -> Game:
    settings = GameSettings.from_dict(plain["settings"])
    record = loads(plain["sgf"])
    game = Game(settings, thinker)
    game.take_record(record, settings)
    nodes: list[GameNode] = list(record.nodes())
    game.show(nodes[plain["node"]])
    game.result = str(plain["result"])
    game.ended_at = None if plain["ended_at"] is None else nodes[plain["ended_at"]]
    game.paused = bool(plain["paused"])
    if game.clocks is not None and plain["clocks"] is not None:
        game.clocks.restore(plain["clocks"])
    for number, (winrate, score, visits) in plain["values"].items():
        game.values.put(nodes[int(number)], Value(float(winrate), float(score), int(visits)))
    game.message = "Welcome back."
    return game
