"""`tengen lab tune`: settings of an engine of ours, tuned against a reference opponent."""

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tengen.cli import options
from tengen.cli.match import parse_players
from tengen.defaults import DEFAULT_ENGINE
from tengen.errors import TengenError

if TYPE_CHECKING:
    from tengen.lab.store import Store
    from tengen.lab.tuning import TuningPlan


def tune(
    param: Annotated[list[str], typer.Option("--param", help="name=low:high, or …:log (factors) or …:int.")] = [],  # noqa: B006
    against: Annotated[str, typer.Option("--against", help="The opponent: 'gnugo level=10', 'mcts', a program.")] = "",
    engine: options.EngineName = DEFAULT_ENGINE,
    settings: options.Settings = [],  # noqa: B006
    size: options.Size = 9,
    rules: options.Rules = "chinese",
    komi: options.Komi = None,
    playouts: options.Playouts = None,
    time: options.Seconds = None,
    openings: options.Openings = None,
    players: options.Players = None,
    batch: Annotated[int | None, typer.Option("--batch", help="Games a point is given at a time; 10.")] = None,
    games: Annotated[int | None, typer.Option("--games", help="Of the tuning; 600. May grow with --resume.")] = None,
    confirm: Annotated[int | None, typer.Option("--confirm", help="Fresh games of choice and defaults; 200.")] = None,
    name: Annotated[str, typer.Option("--name", help="What the tuning is called in the store.")] = "",
    seed: Annotated[int, typer.Option("--seed", help="Makes the games repeatable.")] = 0,
    store: options.StoreFile = options.RESULTS,
    jobs: options.Jobs = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on; with --name alone, as it was begun.")] = False,
    as_json: options.AsJson = False,
) -> None:
    """Tune numeric settings against an opponent, and confirm the choice with fresh games."""
    from tengen.compilation import ensure_compiled
    from tengen.cores import usable_cores
    from tengen.lab.conditions import Conditions
    from tengen.lab.play_events import Stopped
    from tengen.lab.store import Store
    from tengen.lab.tuning import TuningPlan, stored_plan
    from tengen.lab.tuning import tune as play
    from tengen.parameters import split_assignments

    options.check_jobs(jobs)
    asked = {"games": games, "batch": batch, "confirm": confirm}
    given: dict[str, Any] = {key: value for key, value in asked.items() if value is not None}
    plan = None
    if param or against or not (resume and name):
        if not (param and against):
            raise TengenError("say what is tuned and against whom: --param exploration=0:1 --against 'gnugo level=10'")
        conditions = Conditions.from_definition(
            {
                "size": size,
                "rules": rules,
                "seed": seed,
                **({} if komi is None else {"komi": komi}),
                **({} if openings is None else {"openings": str(openings)}),
            }
        )
        [opponent] = parse_players((against,), players)
        values = split_assignments(settings)
        plan = TuningPlan(engine, tuple(param), opponent, conditions, values, playouts, time, name=name)
    ensure_compiled()
    stopped = None
    with Store(store, create=plan is not None) as opened:
        plan = replace(plan or stored_plan(opened, name), **given)
        try:
            play(opened, plan, jobs or max(1, usable_cores() // plan.threads), resume=resume, quiet=as_json)
        except Stopped as interruption:
            stopped = interruption
        _tell(opened, plan, as_json=as_json)
    if stopped is not None:
        typer.echo(f"tengen: {stopped}; --resume goes on", err=True)
        raise typer.Exit(130)


def _tell(store: "Store", plan: "TuningPlan", *, as_json: bool) -> None:
    from tengen.lab.tuning import begin, confirmations, state_of
    from tengen.lab.tuning.display import conclusion, confirmation_lines, table

    state = state_of(store, begin(store, plan, resume=True), plan)
    confirmed = confirmations(store, plan)
    if as_json:
        print(json.dumps(state.to_dict() | {"confirmations": [each.to_dict() for each in confirmed]}))
        return
    print("\n".join([plan.title, plan.conditions.describe(), *table(state), "", *conclusion(state)]))
    for each in confirmed:
        print("\n".join(confirmation_lines(each)))
