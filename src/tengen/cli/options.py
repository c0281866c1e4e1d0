"""Options that several commands have, and the engine they describe."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.errors import TengenError

if TYPE_CHECKING:
    from tengen.engines.interface import Engine

# The form every engine keeps.
EngineName = Annotated[str, typer.Option("--engine", help="Which engine plays; tengen engines lists them.")]
Playouts = Annotated[
    int | None, typer.Option("--playouts", help="Playouts a move; with the network, evaluations by it.")
]
Seconds = Annotated[float | None, typer.Option("--time", help="Seconds a move.")]
Threads = Annotated[
    int | None, typer.Option("--threads", help="Threads that think; all cores, or one with --seed, if not given.")
]
Seed = Annotated[int | None, typer.Option("--seed", help="Makes the games repeatable.")]
Rules = Annotated[str, typer.Option("--rules", help="chinese, japanese, korean, aga, new-zealand, tromp-taylor.")]
Settings = Annotated[list[str], typer.Option("--set", help="name=value: change a setting of the engine.")]
Level = Annotated[str, typer.Option("--level", help="How strong: a rank such as 12k, an Elo such as 1400, or max.")]
Size = Annotated[int, typer.Option("--size", help="Board size, 2 to 19.")]
Komi = Annotated[float | None, typer.Option("--komi", help="Points for White; the rules' own if not given.")]
Handicap = Annotated[int, typer.Option("--handicap", help="Stones Black is given.")]
MoveNumber = Annotated[
    int | None, typer.Option("--move", help="The position after so many moves; the last if not given.")
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Say nothing on standard error.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object and nothing else.")]

# The laboratory's.
RESULTS = Path("results.db")
StoreFile = Annotated[Path, typer.Option("--store", help="The file (SQLite) that keeps every game.")]
Jobs = Annotated[int | None, typer.Option("--jobs", help="Games side by side; as many as there are cores.")]
Players = Annotated[Path | None, typer.Option("--players", help="A TOML file of players, tables players.NAME.")]
Openings = Annotated[
    Path | None, typer.Option("--openings", help="An SGF file of openings, each played with both colours.")
]


def check_jobs(jobs: int | None) -> None:
    """Games side by side are at least one."""
    if jobs is not None and not 1 <= jobs <= 1024:
        raise TengenError(f"{jobs} games side by side are not possible: choose 1 to 1024")


def make_engine(
    name: str,
    playouts: int | None,
    seconds: float | None,
    threads: int | None,
    seed: int | None,
    settings: list[str],
    level: str = "",
) -> "Engine":
    """The engine that the options ask for; a `level` is short for the setting of that name."""
    from tengen.compilation import ensure_compiled
    from tengen.engines import create_engine
    from tengen.parameters import split_assignments

    ensure_compiled()
    return create_engine(
        name,
        playouts=playouts,
        seconds=seconds,
        threads=threads,
        seed=seed,
        level=level or None,
        settings=split_assignments(settings),
    )
