"""An analysis as clients read it: Leela Zero's and KataGo's `info` lines, and the JSON line of CGOS.

Win rates, scores and ownership are those of the player to move. Sabaki takes the highest win rate of a line for that
of the position, so moves with too few visits to be trusted are left out; it reads a number with a point as KataGo's
and one without as Leela Zero's; and it drops a segment with anything but moves behind `pv`.
"""

import json
import math
from collections.abc import Sequence
from typing import Any

from tengen.game.color import Color
from tengen.game.vertex import Vertex
from tengen.protocols.gtp.commands.analysis_request import AnalysisRequest
from tengen.search.report import SearchedMove, SearchReport

_OWNERSHIP_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_CGOS_MOVES = 10


def told_moves(analysis: SearchReport, least: int = 0, most: int = 1000) -> Sequence[SearchedMove]:
    """The moves to tell of: those with more visits than the square root of the best one's, within the numbers given."""
    if not analysis.moves:
        return ()
    worth = math.sqrt(analysis.moves[0].visits)
    told = sum(move.visits >= worth for move in analysis.moves)
    return analysis.moves[: min(most, max(least, told))]


def lz_line(analysis: SearchReport, request: AnalysisRequest) -> str:
    """Leela Zero's line: all numbers are integers, shares in ten thousandths."""
    return " ".join(
        f"info move {move.vertex} visits {move.visits} winrate {_share(move.winrate)} prior {_share(move.prior)} "
        f"lcb {_share(move.lower_bound)} order {order} pv {_pv(move)}"
        for order, move in enumerate(told_moves(analysis, request.least_moves, request.most_moves))
    )


def kata_line(analysis: SearchReport, request: AnalysisRequest) -> str:
    """KataGo's line; its utility is here the win rate alone, from -1 to 1."""
    parts = []
    for order, move in enumerate(told_moves(analysis, request.least_moves, request.most_moves)):
        score = analysis.score if move.score is None else move.score
        deviation = analysis.score_deviation if move.score_deviation is None else move.score_deviation
        parts.append(
            f"info move {move.vertex} visits {move.visits} utility {_utility(move.winrate)} winrate {move.winrate:.6f} "
            f"{_scores(score, deviation)} prior {move.prior:.6f} lcb {move.lower_bound:.6f} "
            f"utilityLcb {_utility(move.lower_bound)} order {order} pv {_pv(move)}"
        )
    if request.root:
        parts.append(
            f"rootInfo visits {analysis.visits} utility {_utility(analysis.winrate)} winrate {analysis.winrate:.6f} "
            f"{_scores(analysis.score, analysis.score_deviation)}"
        )
    owners = movers_ownership(analysis)
    if request.ownership:
        parts.append("ownership " + " ".join(f"{owner:.4f}" for owner in owners))
    if request.ownership_deviation:
        # Of the owner in one playout, who is 1 or -1.
        deviations = (math.sqrt(max(0.0, 1 - owner**2)) for owner in owners)
        parts.append("ownershipStdev " + " ".join(f"{deviation:.4f}" for deviation in deviations))
    return " ".join(parts)


def cgos_line(analysis: SearchReport, comment: str) -> str:
    """The line of cgos-genmove_analyze, JSON as the CGOS server stores it; a `pv` is what follows the move."""
    plain: dict[str, Any] = {}
    if analysis.moves:
        plain = {
            "winrate": round(analysis.winrate, 4),
            "score": round(analysis.score, 2),
            "visits": analysis.visits,
            "moves": [_cgos_move(analysis, move) for move in told_moves(analysis, most=_CGOS_MOVES)],
            "ownership": "".join(map(_letter, movers_ownership(analysis))),
        }
    return json.dumps({**plain, "comment": comment}, separators=(",", ":"))


def movers_ownership(analysis: SearchReport) -> list[float]:
    """Who owns the points, row by row from the top left: 1 the player to move, -1 the opponent."""
    size = analysis.position.size
    sign = 1.0 if analysis.color is Color.BLACK else -1.0
    points = (Vertex(column, row) for row in reversed(range(size)) for column in range(size))
    return [sign * analysis.ownership.get(vertex, 0.0) for vertex in points]


def _cgos_move(analysis: SearchReport, move: SearchedMove) -> dict[str, Any]:
    return {
        "move": str(move.vertex),
        "winrate": round(move.winrate, 4),
        "score": round(analysis.score if move.score is None else move.score, 2),
        "prior": round(move.prior, 5),
        "visits": move.visits,
        "pv": " ".join(map(str, move.variation[1:])),
    }


def _letter(owner: float) -> str:
    """The letter of an ownership.

    >>> _letter(-1.0), _letter(0.0), _letter(1.0)
    ('A', 'f', '+')
    """
    return _OWNERSHIP_LETTERS[round(max(0.0, min((owner + 1) / 2, 1.0)) * 62)]


def _pv(move: SearchedMove) -> str:
    """The move and what is expected to follow; never nothing."""
    return " ".join(map(str, move.variation or (move.vertex,)))


def _share(value: float) -> int:
    return min(10_000, max(0, round(10_000 * value)))


def _utility(winrate: float) -> str:
    return f"{2 * winrate - 1:.6f}"


def _scores(score: float, deviation: float) -> str:
    return f"scoreMean {score:.4f} scoreStdev {deviation:.4f} scoreLead {score:.4f} scoreSelfplay {score:.4f}"
