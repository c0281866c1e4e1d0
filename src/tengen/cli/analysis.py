"""`tengen analysis`: many positions at once, for KaTrain and other clients of KataGo's JSON protocol."""

import logging
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tengen.cli.options import Quiet, Rules, Settings, make_engine
from tengen.cli.streams import leave_at_once, standard_input, take_standard_output
from tengen.cores import MOST_MEMORY
from tengen.defaults import DEFAULT_ENGINE
from tengen.errors import TengenError

if TYPE_CHECKING:
    from tengen.protocols.json_analysis.settings import Settings as QuerySettings

log = logging.getLogger(__name__)
_FEW_CORES = 4  # as many threads think about one position, if there are as many
_MOST_WORKERS = 64

# KataGo's options have one dash. Those of ours that mean the same are understood in its spelling too, and its files are
# passed over, so that this program can stand where a client expects KataGo's.


def analysis(
    visits: Annotated[int, typer.Option("--visits", help="Visits a position, where a query has no maxVisits.")] = 1000,
    time: Annotated[float | None, typer.Option("--time", help="Seconds a position, at the most.")] = None,
    analysis_threads: Annotated[
        int | None,
        typer.Option("--analysis-threads", "-analysis-threads", help="Positions that are analysed at the same time."),
    ] = None,
    threads: Annotated[int | None, typer.Option("--threads", help="Threads that think about each position.")] = None,
    memory: Annotated[float, typer.Option("--memory", help="Megabytes for each of those positions' trees.")] = 200.0,
    rules: Rules = "chinese",
    winrates_as: Annotated[
        str, typer.Option("--winrates-as", help="Whose win rates and scores are told: black, white, sidetomove.")
    ] = "black",
    seed: Annotated[
        int | None, typer.Option("--seed", help="Makes it repeatable: one position at a time, one thread.")
    ] = None,
    set_: Settings = [],  # noqa: B006
    quit_without_waiting: Annotated[
        bool,
        typer.Option(
            "--quit-without-waiting", "-quit-without-waiting", help="At the end of input, leave what still waits."
        ),
    ] = False,
    quiet: Quiet = False,
    config: Annotated[str, typer.Option("-config", hidden=True)] = "",
    model: Annotated[str, typer.Option("-model", hidden=True)] = "",
    human_model: Annotated[str, typer.Option("-human-model", hidden=True)] = "",
    override_config: Annotated[list[str], typer.Option("-override-config", hidden=True)] = [],  # noqa: B006
) -> None:
    """Analyse positions for KaTrain and other programs: KataGo's JSON protocol on standard input and output."""
    logging.basicConfig(stream=sys.stderr, level=logging.ERROR if quiet else logging.INFO, format="tengen: %(message)s")
    from tengen.game.ruleset import Ruleset
    from tengen.kernels.warm_up import warm_up
    from tengen.protocols.json_analysis.server import Output, serve
    from tengen.protocols.json_analysis.service import AnalysisService

    for name, value in (("-config", config), ("-model", model), ("-human-model", human_model)):
        if value:
            log.info("%s is KataGo's and is not needed here", name)
    overrides = _overrides(override_config)
    settings = _settings(visits, time, winrates_as, overrides)
    workers = _count(analysis_threads, overrides.get("numAnalysisThreads"), "analysis-threads", _MOST_WORKERS)
    searching = _count(threads, overrides.get("numSearchThreadsPerAnalysisThread"), "threads", 256)
    workers, searching = _shared_out(workers, searching, seed)
    default_rules = Ruleset.named(rules)
    memory = _fair_memory(memory, workers)
    sink = take_standard_output()
    engines = [
        make_engine(
            DEFAULT_ENGINE, None, None, searching, None if seed is None else seed + index, [f"memory={memory}", *set_]
        )
        for index in range(workers)
    ]
    log.info("%d positions at a time, %d threads and %g MB each", workers, searching, memory)
    output = Output(sink)
    service = AnalysisService(engines, output.write, settings=settings, rules=default_rules, prepare=warm_up)
    serve(service, standard_input(), output, wait_at_end=not quit_without_waiting)
    leave_at_once(sink)


def _shared_out(workers: int | None, threads: int | None, seed: int | None) -> tuple[int, int]:
    """How many positions at a time, and how many threads for each.

    Two positions at least, for a client may ponder on one for hours while it asks about others. Each has several
    threads, for often there is only one; on few cores they take turns.
    """
    from tengen.cores import usable_cores

    if seed is not None:
        return workers or 1, threads or 1
    cores = usable_cores()
    threads = threads or min(cores, _FEW_CORES)
    return workers or max(2, cores // threads), threads


def _fair_memory(memory: float, workers: int) -> float:
    """The memory for each tree, or less where the machine could not hold them all."""
    from tengen.search.tree import fair_share

    most = fair_share(workers)
    if most < memory <= MOST_MEMORY:
        log.warning("%d trees of %g MB are more than this machine can hold: each gets %.0f MB", workers, memory, most)
        return max(1.0, most)
    return memory


def _settings(visits: int, time: float | None, winrates_as: str, overrides: dict[str, Any]) -> "QuerySettings":
    """What holds for all queries that say nothing else."""
    from tengen.protocols.json_analysis.settings import Settings as QuerySettings

    given = {"maxVisits": visits, "reportAnalysisWinratesAs": winrates_as} | ({} if time is None else {"maxTime": time})
    try:
        settings, unknown = QuerySettings().changed(given | overrides, "the options")
    except TengenError as error:
        raise TengenError(f"{error} (see tengen analysis --help)") from None
    for name in unknown:
        log.info("the setting %s of -override-config is KataGo's and is not needed here", name)
    return settings


def _overrides(texts: list[str]) -> dict[str, Any]:
    """The settings of ``-override-config maxVisits=500,maxTime=2``."""
    from tengen.parameters import split_assignments

    named = split_assignments(part for text in texts for part in text.split(",") if part.strip())
    return {name: _number_or_text(value) for name, value in named.items()}


def _number_or_text(value: str) -> float | str:
    try:
        return float(value)
    except ValueError:
        return value


def _count(given: int | None, overridden: Any, name: str, most: int) -> int | None:
    count = overridden if given is None else given
    if count is None:
        return None
    if not isinstance(count, int | float) or not 1 <= count <= most:
        raise TengenError(f"{name} {count} is not possible: choose 1 to {most}")
    return int(count)
