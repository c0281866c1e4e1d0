"""What an engine thought about the move it has chosen, as an analysis."""

from tengen.analysis.analyzer import Analyzer
from tengen.analysis.model import Analysis, AnalyzedMove
from tengen.engines.interface import Engine, MoveReport
from tengen.game.position import Position
from tengen.search.report import SearchReport
from tengen.search.searcher import Searcher

_BRIEF = 100  # playouts of a look at a position about which nothing was thought


def thoughts_about(engine: Engine, report: MoveReport, position: Position, searched: SearchReport | None) -> Analysis:
    """The analysis behind the `report` on a move in `position`; `searched` is the search for it, if there was one.

    An engine with a tree that moved without a search (it passes when the opponent has and the game is won) takes a
    brief look; of others the candidates they told are taken, which may be none.
    """
    if searched is not None:
        return Analysis.of(searched, position)
    if isinstance(getattr(engine, "searcher", None), Searcher):
        return Analyzer(engine).analyze(position, playouts=_BRIEF)
    visits = sum(move.visits for move in report.candidates)
    return Analysis(
        position=position.copy(),
        moves=tuple(
            AnalyzedMove(
                move.vertex,
                move.visits,
                move.winrate,
                move.score,
                prior=move.visits / visits if move.prior is None else move.prior,
                variation=move.variation,
            )
            for move in report.candidates
            if move.visits
        ),
        winrate=0.5 if report.winrate is None else report.winrate,
        score=report.score or 0.0,
        score_deviation=0.0,
        visits=visits,
        playouts=report.playouts,
        seconds=report.seconds,
        ownership=report.ownership,
    )
