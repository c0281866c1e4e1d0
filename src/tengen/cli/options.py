"""Options that several commands have, and the engine they describe."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from tengen.engines.interface import Engine

# The form every engine keeps.
EngineName = Annotated[str, typer.Option("--engine", help="Which engine plays; tengen engines lists them.")]
Playouts = Annotated[int | None, typer.Option("--playouts", help="Playouts a move.")]
Seconds = Annotated[float | None, typer.Option("--time", help="Seconds a move.")]
Threads = Annotated[
    int | None, typer.Option("--threads", help="Threads that think; all cores, or one with --seed, if not given.")
]
Seed = Annotated[int | None, typer.Option("--seed", help="Makes the games repeatable.")]
Rules = Annotated[str, typer.Option("--rules", help="chinese, japanese, korean, aga, new-zealand, tromp-taylor.")]
Settings = Annotated[list[str], typer.Option("--set", help="name=value: change a setting of the engine.")]
Level = Annotated[str, typer.Option("--level", help="How strong: a rank such as 12k, an Elo such as 1400, or max.")]
Size = Annotated[int, typer.Option("--size", help="Board size, 2 to 19.")]


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
    from tengen.engines.interface import usual_threads
    from tengen.parameters import split_assignments

    ensure_compiled()
    values = split_assignments(settings) | ({"level": level} if level else {})
    if threads is None:
        threads = usual_threads(seed)
    return create_engine(name, playouts=playouts, seconds=seconds, threads=threads, seed=seed, settings=values)
