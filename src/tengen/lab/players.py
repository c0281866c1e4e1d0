"""Who plays in a match: one of our engines with any settings, GNU Go, or any GTP program.

A player is written in one of four ways:

- ``mcts playouts=1000 policy=ucb1``: an engine of ours (`tengen engines` lists them) and its settings;
- ``gnugo level=8``: GNU Go, found where Debian puts it and told the rules of the match;
- ``pachi -t =1000``: the command line of any program that speaks GTP. ``{seed}``, ``{size}`` and
  ``{komi}`` in it are filled in for every game (a program with ``{seed}`` is started anew for each);
- a name that stands in a file of players::

      [players.strong]
      engine = "mcts"
      playouts = 10000
      settings = {policy = "rave"}

      [players.pachi]
      command = "pachi -t =1000"

The hash of everything that is known about a player, his `key`, says in the store who played.
"""

import hashlib
import json
import shlex
import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tengen.engines.interface import EngineOptions
from tengen.engines.registry import engine_class, engine_names
from tengen.errors import TengenError
from tengen.parameters import split_assignments

GNUGO_LEVEL = 10  # its own default, and the papers'
_GNUGO_HIGHEST = 100
_EXACT = 2**53  # whole numbers below it are the same as floating point numbers
_GNUGO = "gnugo"
_NUMBERS = {"playouts": int, "seconds": float, "threads": int}


@dataclass(frozen=True)
class Entrant:
    """One who can be asked to play; see the module for how he is written."""

    name: str
    engine: str = ""  # an engine of ours
    command: str = ""  # or the command line of a program
    level: int | None = None  # or GNU Go at this level; its lowest is 0
    playouts: int | None = None  # a move, of our engines
    seconds: float | None = None  # a move, of our engines
    threads: int = 1
    settings: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """A player is one of the three kinds."""
        if bool(self.engine) + bool(self.command) + (self.level is not None) != 1:
            raise TengenError(f"the player {self.name!r} needs one of engine, command or gnugo (a level)")
        if self.level is not None and not 0 <= self.level <= _GNUGO_HIGHEST:
            raise TengenError(f"GNU Go has no level {self.level}: choose 0 to {_GNUGO_HIGHEST}")
        if not self.engine and (self.settings or self.playouts or self.seconds or self.threads != 1):
            raise TengenError(
                f"playouts, seconds, threads and settings are for engines of ours: the player {self.name!r} "
                "is another program, which is told such things on its command line"
            )
        if self.seconds is not None:
            object.__setattr__(self, "seconds", float(self.seconds))  # 1 and 1.0 have the same hash

    def definition(self) -> dict[str, Any]:
        """All that decides how he plays, as plain values; his name does not."""
        if self.command:
            return {"command": self.command}
        if self.level is not None:
            return {"gnugo": self.level}
        limits = {"playouts": self.playouts, "seconds": self.seconds, "threads": self.threads}
        return {
            "engine": self.engine,
            **{name: value for name, value in limits.items() if value is not None},
            "settings": {name: _canonical(value) for name, value in sorted(self.settings.items())},
        }

    @property
    def key(self) -> str:
        """A hash of the definition.

        >>> a, b = parse_player("mcts playouts=100 exploration=1"), parse_player("mcts exploration=1.0 playouts=100")
        >>> a.key == b.key, a.key == parse_player("mcts playouts=101 exploration=1").key
        (True, False)
        """
        return fingerprint(self.definition())

    @classmethod
    def from_definition(cls, name: str, definition: Mapping[str, Any]) -> "Entrant":
        """The player of a definition, as the store or a file of players has it."""
        values = dict(definition)
        if _GNUGO in values:
            values["level"] = values.pop(_GNUGO)
        unknown = set(values) - {"engine", "command", "level", "playouts", "seconds", "threads", "settings"}
        if unknown:
            known = "engine, command, gnugo, playouts, seconds, threads, settings"
            raise TengenError(f"the player {name!r} has an unknown entry {min(unknown)!r}; known: {known}")
        settings = values.get("settings", {})
        if not isinstance(settings, Mapping):
            raise TengenError(f"the settings of the player {name!r} are not a table: write {{name = value}}")
        values["settings"] = {str(key): _text(value) for key, value in settings.items()}
        _check_kinds(values, {"engine": str, "command": str, "level": int, **_NUMBERS}, f"the player {name!r}")
        return cls(name, **values)

    def limited(self, playouts: int | None, seconds: float | None) -> "Entrant":
        """This player, with a match's limit a move where he has none of his own."""
        if not self.engine or self.playouts is not None or self.seconds is not None:
            return self
        return replace(self, playouts=playouts, seconds=seconds)

    def check(self) -> None:
        """Say now what could not be played: an unknown engine, setting or value; GNU Go where there is none."""
        if self.engine:
            engine_class(self.engine)(self.options()).close()
        elif self.command:
            program = split_command(self.command)[0]
            if shutil.which(program) is None and "{" not in program:
                raise TengenError(f"there is no program {program!r} for the player {self.name!r}: is it on the PATH?")
        else:
            from tengen.lab.gnugo import gnugo_program

            gnugo_program()

    def options(self, seed: int | None = None) -> EngineOptions:
        """What our engine is started with."""
        return EngineOptions(self.playouts, self.seconds, self.threads, seed, dict(self.settings))


_KINDS = {str: "a text", int: "a whole number", float: "a number"}


def _check_kinds(values: Mapping[str, Any], kinds: Mapping[str, type], whose: str) -> None:
    """Refuse entries of a file that are of another kind than they have to be."""
    for key, kind in kinds.items():
        if key in values and (
            not isinstance(values[key], (int, float) if kind is float else kind) or isinstance(values[key], bool)
        ):
            raise TengenError(f"{key} of {whose} cannot be {values[key]!r}: it is {_KINDS[kind]}")


def limits_of(table: Mapping[str, Any], whose: str) -> dict[str, Any]:
    """The limits a move that a file gives those of our engines that have none of their own."""
    limits = {key: table[key] for key in ("playouts", "seconds") if key in table}
    _check_kinds(limits, _NUMBERS, whose)
    return limits


def fingerprint(value: Any) -> str:
    """A short hash of plain values, the same on every machine."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def _canonical(text: str) -> str:
    """A setting's text in one form for each value: 1, 1.0 and 1e0 are the same. No digit is lost.

    >>> [_canonical(text) for text in ("1.0", "1e0", "0.10", "123456789012345678", "0.1234567890123456", "rave")]
    ['1', '1', '0.1', '123456789012345678', '0.1234567890123456', 'rave']
    """
    try:
        number = float(text)
    except ValueError:
        return text
    if not number.is_integer():
        return repr(number)
    return str(int(number)) if abs(number) < _EXACT else text


def _text(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def split_command(command: str) -> list[str]:
    """The words of a command line."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise TengenError(f"cannot read the command line {command!r}: {error}") from None
    if not words:
        raise TengenError("a player's command line is empty")
    return words


def parse_player(text: str, known: Mapping[str, Entrant] | None = None, name: str = "") -> Entrant:
    """The player that `text` describes, or names in `known`.

    >>> parse_player("mcts playouts=1000 policy=ucb1").definition()
    {'engine': 'mcts', 'playouts': 1000, 'threads': 1, 'settings': {'policy': 'ucb1'}}
    >>> parse_player("gnugo level=8").level, parse_player("gnugo --mode gtp").command
    (8, 'gnugo --mode gtp')
    """
    text = text.strip()
    if known and text in known:
        return known[text]
    words = split_command(text)
    first, assignments = words[0], words[1:]
    ours = first in engine_names()
    if (ours or first == _GNUGO) and all("=" in word and not word.startswith("-") for word in assignments):
        values = split_assignments(assignments)
        return our_player(name or text, first, values) if ours else _gnugo(name or text, values)
    if known is not None and len(words) == 1 and "/" not in first and shutil.which(first) is None:
        listed = ", ".join([*known, *engine_names(), _GNUGO])
        raise TengenError(f"nobody is called {first!r}, and there is no such program; known: {listed}")
    return Entrant(name or text, command=text)


def our_player(name: str, engine: str, values: Mapping[str, str]) -> Entrant:
    """An engine of ours, with limits and settings as they are typed; it need not exist yet."""
    limits: dict[str, Any] = {}
    for key, kind in _NUMBERS.items():
        if key in values:
            try:
                limits[key] = kind(values[key])
            except ValueError:
                raise TengenError(f"{key} of {name!r} is {_KINDS[kind]}, not {values[key]!r}") from None
    settings = {key: value for key, value in values.items() if key not in limits}
    return Entrant(name, engine=engine, settings=settings, **limits)


def _gnugo(name: str, values: dict[str, str]) -> Entrant:
    level = values.pop("level", str(GNUGO_LEVEL))
    if values:
        raise TengenError(f"GNU Go has no {min(values)!r} here: write gnugo level=10, or its whole command line")
    if not level.isascii() or not level.isdigit() or not 0 <= int(level[:4]) <= _GNUGO_HIGHEST:
        raise TengenError(f"GNU Go has no level {level!r}: choose 0 to {_GNUGO_HIGHEST}")
    return Entrant(name, level=int(level))


def load_players(path: Path) -> dict[str, Entrant]:
    """The players of a TOML file."""
    return players_of(read_toml(path).get("players", {}), str(path))


def players_of(table: Any, where: str) -> dict[str, Entrant]:
    """The players of a TOML table: a definition each, or a text as on the command line."""
    if not isinstance(table, Mapping):
        raise TengenError(f"{where}: players are written as [players.NAME]")
    players: dict[str, Entrant] = {}
    for name, value in table.items():
        if isinstance(value, str):
            players[name] = parse_player(value, name=name)
        elif isinstance(value, Mapping):
            players[name] = Entrant.from_definition(name, value)
        else:
            raise TengenError(f"{where}: the player {name!r} is neither a table nor a text")
    return players


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file, or a sentence about what is wrong with it."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TengenError(f"cannot read {path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TengenError(f"{path} is not TOML: {error}") from None
