"""Commands that analyse: for Sabaki, Lizzie and their relatives, for q5Go, and for CGOS.

An analysis goes on until the next line of input, be it empty; what it found serves the next move. The genmove kinds
are moves of the game: they keep to the clock, and only an interrupt ends them.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tengen.engines.request import OnProgress, SearchRequest
from tengen.game.vertex import RESIGN
from tengen.protocols.gtp.commands.analysis_request import AnalysisRequest, read_request
from tengen.protocols.gtp.commands.registry import Arguments, command
from tengen.protocols.gtp.session import GtpSession
from tengen.protocols.gtp.streaming import Listener, Stream
from tengen.search.report import SearchReport

if TYPE_CHECKING:
    from tengen.engines.move_report import MoveReport

_BRIEF = 100  # playouts of a look at a position about which nothing was thought
_Line = Callable[[SearchReport, AnalysisRequest], str]
_ASKED = "[COLOR] [INTERVAL] [interval|minmoves|maxmoves|avoid|allow…]"
_ASKED_MORE = "[COLOR] [INTERVAL] [interval|minmoves|maxmoves|avoid|allow|ownership|ownershipStdev|rootInfo…]"


@command("lz-analyze", _ASKED)
def lz_analyze(session: GtpSession, arguments: Arguments) -> Stream:
    """Analyse until the next line of input; an `info` line every INTERVAL centiseconds, numbers as integers."""
    from tengen.protocols.gtp.analysis_lines import lz_line

    return _analyze(session, read_request(arguments, session.position), lz_line)


@command("kata-analyze", _ASKED_MORE)
def kata_analyze(session: GtpSession, arguments: Arguments) -> Stream:
    """The same with KataGo's fields: scores, and on request who owns the points and the whole position."""
    from tengen.protocols.gtp.analysis_lines import kata_line

    return _analyze(session, read_request(arguments, session.position, more=True), kata_line)


@command("lz-genmove_analyze", _ASKED)
def lz_genmove_analyze(session: GtpSession, arguments: Arguments) -> Stream:
    """Choose a move and play it, with lz-analyze's lines meanwhile and `play VERTEX` at the end."""
    from tengen.protocols.gtp.analysis_lines import lz_line

    return _generate(session, read_request(arguments, session.position), lz_line)


@command("kata-genmove_analyze", _ASKED_MORE)
def kata_genmove_analyze(session: GtpSession, arguments: Arguments) -> Stream:
    """Choose a move and play it, with kata-analyze's lines meanwhile and `play VERTEX` at the end."""
    from tengen.protocols.gtp.analysis_lines import kata_line

    return _generate(session, read_request(arguments, session.position, more=True), kata_line)


@command("cgos-genmove_analyze", "[COLOR] [INTERVAL]")
def cgos_genmove_analyze(session: GtpSession, arguments: Arguments) -> Stream:
    """Choose a move and play it; what was thought as one line of JSON, then `play VERTEX`."""
    from tengen.protocols.gtp.analysis_lines import cgos_line

    request = read_request(arguments, session.position)

    def stream(listener: Listener) -> None:
        report, analysis = _move(session, request)
        listener.tell(cgos_line(analysis, report.summary()))
        _play(session, report, listener)

    return stream


def _analyze(session: GtpSession, request: AnalysisRequest, line: _Line) -> Stream:
    session.engine.require_search()
    position = session.position_for(request.color)

    def stream(listener: Listener) -> None:
        told = 0

        def tell(found: SearchReport) -> None:
            nonlocal told
            if found.moves:
                told += 1
                listener.tell(line(found, request))

        found = session.engine.search(
            SearchRequest(
                position,
                regions=request.regions,
                stop=lambda: listener.has_enough,
                on_progress=tell,
                every=request.seconds,
            )
        )
        if not told:
            tell(found)  # whoever was in a hurry has something, too

    return stream


def _generate(session: GtpSession, request: AnalysisRequest, line: _Line) -> Stream:
    if request.regions:
        session.engine.require_search()  # only a search can be held to a region

    def stream(listener: Listener) -> None:
        def tell(found: SearchReport) -> None:
            if found.moves:
                listener.tell(line(found, request))

        report, found = _move(session, request, tell)
        tell(found)
        _play(session, report, listener)

    return stream


def _move(
    session: GtpSession, request: AnalysisRequest, on_progress: OnProgress | None = None
) -> tuple["MoveReport", SearchReport]:
    """A move, which is not played yet, and what was thought about it.

    An engine that searches, but moved without (it passes when the opponent has and the game is won), takes a brief
    look.
    """
    engine, position = session.engine, session.position_for(request.color)
    report = session.think(request.color, regions=request.regions, on_progress=on_progress, every=request.seconds)
    if report.search is not None:
        return report, report.search
    return report, engine.analyze(position, playouts=_BRIEF) if engine.can_search else SearchReport(position.copy())


def _play(session: GtpSession, report: "MoveReport", listener: Listener) -> None:
    if report.vertex != RESIGN:
        session.position.play(report.vertex, report.color)
        session.has_moved()
    listener.tell(f"play {report.vertex}")
