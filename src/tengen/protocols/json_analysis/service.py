"""Answering lines: queries become jobs for the workers, actions are carried out at once.

Each worker is a thread with an engine and a tree of its own.
"""

import json
import logging
import math
import threading
from collections.abc import Callable, Sequence
from typing import Any

from tengen import __version__
from tengen.engines.interface import Engine
from tengen.engines.request import Limit, SearchRequest
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.ruleset import Ruleset
from tengen.protocols.json_analysis import fields
from tengen.protocols.json_analysis.fields import FieldError
from tengen.protocols.json_analysis.job import Job, jobs_of
from tengen.protocols.json_analysis.jobs import MOST_WAITING, JobQueue
from tengen.protocols.json_analysis.query import read_query
from tengen.protocols.json_analysis.reply import analysis_reply, no_results
from tengen.protocols.json_analysis.settings import Settings
from tengen.search.network.look import FirstSight, first_sight

log = logging.getLogger(__name__)
Reply = dict[str, Any]
_MOST_TURN = 1 << 31
_TOLD_ONCE = ("includeMovesOwnership", "includeMovesOwnershipStdev", "includeOwnershipStdev", "includeNoResultValue")
_FRESH = 2  # of the visits one in so many is of the analysis itself, however much an earlier one has left
_LEAST_FRESH = 40


class AnalysisService:
    """Analyses what lines ask for and writes replies, each one object, in any order."""

    def __init__(
        self,
        engines: Sequence[Engine],
        write: Callable[[Reply], None],
        *,
        settings: Settings | None = None,
        rules: Ruleset | None = None,
        prepare: Callable[[], object] | None = None,
    ) -> None:
        """A worker for each engine; before the first position is looked at `prepare` is run once."""
        self._write = write
        self._settings = settings or Settings()
        self._rules = rules or Ruleset.named("chinese")
        self._queue = JobQueue(len(engines))
        self._told: set[str] = set()
        self._forgetting = 0  # how often the trees were to be forgotten
        self._ready = threading.Event()
        self._prepare = prepare
        self._engines = engines
        self._threads = [
            threading.Thread(target=self._work, args=(index,), name=f"tengen-analysis-{index}", daemon=True)
            for index in range(len(engines))
        ]
        for thread in self._threads:
            thread.start()

    # ---- the client's side ----------------------------------------------------------

    def receive(self, line: str) -> None:
        """Read a line and do what it says; whatever is wrong with it is told to the client."""
        name: str | None = None
        try:
            query = _parsed(line)
            if query is None:
                return
            if isinstance(query.get("id"), str):
                name = query["id"]
            self._answer(query)
        except FieldError as error:
            self._write(_complaint(str(error), error.field, name))
        except _NotJson as error:
            self._write({"error": str(error)})
        except Exception as error:  # our mistake, which is no reason to leave a client without an answer
            log.exception("a query could not be read")
            self._write(_complaint(f"internal error: {type(error).__name__}", None, name))

    def refuse(self, reason: str) -> None:
        """Tell the client of a line that was not even read."""
        self._write({"error": reason})

    def close(self) -> None:
        """Take no more queries; the workers end when all is done."""
        self._queue.close()

    def abandon(self) -> None:
        """End soon: nothing more is begun, and what is under way is stopped."""
        self._queue.stop()
        self._queue.close()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the workers have ended, or so long; whether they have."""
        for thread in self._threads:
            thread.join(seconds)
        return not any(thread.is_alive() for thread in self._threads)

    def _answer(self, query: dict[str, Any]) -> None:
        if "id" not in query:
            raise FieldError("id", "a query needs an id, some text that its replies will have")
        name = fields.text(query["id"], "id")
        if "action" in query:
            self._act(query, fields.text(query["action"], "action"))
            return
        read, warnings = read_query(query, name, self._settings, self._rules)
        if not self._queue.has_room_for(len(read.turns)):
            raise FieldError("analyzeTurns", f"more than {MOST_WAITING:,} positions would wait: ask again later")
        for field, remark in warnings:
            if field not in self._told:
                self._write({"warning": remark, "field": field, "id": name})
            if field in _TOLD_ONCE:
                self._told.add(field)
        self._queue.put(jobs_of(read))

    # ---- actions ----------------------------------------------------------------------

    def _act(self, query: dict[str, Any], action: str) -> None:
        match action:
            case "query_version":
                self._write(query | {"version": __version__, "git_hash": "<omitted>"})
            case "query_models":
                self._write(query | {"models": [_model(self._engines[0])]})
            case "clear_cache":
                self._forgetting += 1
                self._write(query)
            case "terminate":
                if "terminateId" not in query:
                    raise FieldError("terminateId", "terminate needs terminateId, the id of a query")
                doomed = fields.text(query["terminateId"], "terminateId")
                self._terminate(query, doomed)
            case "terminate_all":
                self._terminate(query, None)
            case _:
                known = "query_version, query_models, clear_cache, terminate, terminate_all"
                raise FieldError("action", f"there is no action {fields.shown(action)}: choose one of {known}")

    def _terminate(self, query: dict[str, Any], doomed: str | None) -> None:
        """Give up the queries of an id, or all."""
        turns: set[int] | None = None
        if "turnNumbers" in query:
            turns = set(fields.integers(query["turnNumbers"], "turnNumbers", 0, _MOST_TURN))
        gone = self._queue.stop(doomed, turns)
        self._write(query)
        for job in gone:
            self._write(no_results(job.query, job.turn))

    # ---- the workers' side ------------------------------------------------------------

    def _work(self, index: int) -> None:
        self._get_ready(index)
        engine, forgotten = self._engines[index], 0
        while (job := self._queue.take(index)) is not None:
            try:
                if forgotten != self._forgetting:
                    forgotten = self._forgetting
                    engine.forget()
                self._write(_analyzed(engine, job, self._write))
            except TengenError as error:  # something a person can mend, such as a network's file that has gone
                self._write(_complaint(str(error), None, job.query.id) | {"turnNumber": job.turn})
            except Exception as error:  # our mistake: the client is told, and the next position looked at
                log.exception("a position could not be analysed")
                self._write(
                    _complaint(f"internal error: {type(error).__name__}", None, job.query.id) | {"turnNumber": job.turn}
                )

    def _get_ready(self, index: int) -> None:
        if index == 0:
            try:
                if self._prepare is not None:
                    self._prepare()
            except Exception:
                log.exception("the preparations failed")
            self._ready.set()
        self._ready.wait()


def _analyzed(engine: Engine, job: Job, write: Callable[[Reply], None]) -> Reply:
    """Analyse a position, with reports on the way if they are wanted."""
    query, settings = job.query, job.query.settings
    reports = query.report_every is not None or query.first_report is not None
    position = query.game.at(job.turn)
    seen = _first_sight(engine, position)
    request = SearchRequest(
        position,
        Limit(
            settings.playouts,
            settings.seconds,
            visits=settings.visits,
            least_playouts=max(_LEAST_FRESH, settings.visits // _FRESH),
        ),
        tuple(query.regions),
        stop=lambda: job.stopped,
        on_progress=(lambda found: write(analysis_reply(query, job.turn, found, during_search=True, seen=seen)))
        if reports
        else None,
        every=query.report_every or float("inf"),
        first=query.first_report,
    )
    return analysis_reply(query, job.turn, engine.search(request), during_search=False, seen=seen)


def _first_sight(engine: Engine, position: Position) -> FirstSight | None:
    """What the engine's network thinks of a position before any search; None if it has none."""
    if not engine.asks_network(position.size):
        return None
    return first_sight(position, str(engine.settings()["network"]))


class _NotJson(Exception):
    pass


def _parsed(line: str) -> dict[str, Any] | None:
    """The object of a line; None if the line is empty."""
    if not line.strip():
        return None
    try:
        query = json.loads(line, parse_constant=_no_number, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise _NotJson(f"this line is not JSON ({reason[:200]}): write one object a line") from None
    if not isinstance(query, dict):
        raise _NotJson(f"a query is an object, not {fields.shown(query)}: write one object a line")
    return query


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _finite(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else _no_number(digits[:20])


def _complaint(message: str, field: str | None, name: str | None) -> Reply:
    return {"error": message} | ({} if field is None else {"field": field}) | ({} if name is None else {"id": name})


def _model(engine: Engine) -> Reply:
    """Clients that list models are told what analyses, whatever judges its leaves."""
    return {
        "name": f"tengen {engine.name}",
        "internalName": f"tengen-{__version__}",
        "maxBatchSize": 1,
        "usesHumanSLProfile": False,
        "usingFP16": "false",
        "version": 0,
    }
