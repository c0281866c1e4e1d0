"""Games of the terminal as files: none is lost, whatever ends the program."""

from pathlib import Path

from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.records import GameRecord, load


def keep(record: GameRecord, path: Path) -> str:
    """Write a game where games are kept; what went wrong, in words, or nothing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        record.save(path)
    except (OSError, TengenError) as error:
        return f"The game could not be kept: {error}"
    return ""


def file_named(text: str, otherwise: str = "") -> Path:
    """The path a person typed."""
    name = text.strip().strip("\"'") or otherwise
    if not name:
        raise TengenError("name the file, as in: load game.sgf")
    return Path(name).expanduser()


def position_in(path: Path) -> Position:
    """Where the game of a file stands at its end."""
    return load(path).position()
