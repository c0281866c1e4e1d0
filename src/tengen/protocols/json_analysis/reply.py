"""An analysis as a reply: KataGo's fields, as far as a search by playouts can fill them honestly.

`prior` and `policy` are the network's, and "raw" values what it says of the position before any search. Without it
there are no raw values, and priors are those of our tree as shares of one. A move that this analysis itself has not
tried, but an earlier one of the game has, has its score estimated from its win rate.
"""

import hashlib
from collections.abc import Mapping
from statistics import NormalDist
from typing import Any

import numpy as np

from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.protocols.json_analysis.query import Query
from tengen.search.network.look import FirstSight
from tengen.search.report import SearchedMove, SearchReport
from tengen.search.symmetry import symmetries_of

_DIGITS = 5
_SURELY = 0.999  # a win rate that is as good as any higher one


def analysis_reply(
    query: Query, turn: int, found: SearchReport, *, during_search: bool, seen: FirstSight | None = None
) -> dict[str, Any]:
    """The reply of one position; `seen` is what the network thinks of it at first sight."""
    position = found.position
    us = _told_of(query.settings.perspective, position.to_play)
    reply: dict[str, Any] = {
        "id": query.id,
        "isDuringSearch": during_search,
        "turnNumber": turn,
        "moveInfos": [_move_info(query, found, move, order, us) for order, move in enumerate(found.moves)],
        "rootInfo": _root_info(found, us) | _raw_info(seen, us is found.color),
    }
    if query.ownership:
        sign = 1 if us is Color.BLACK else -1
        reply["ownership"] = _row_major(position.size, found.ownership, 0.0, sign)
    if query.policy:
        chances, passing = _possible(found), found.policy.get(PASS, 0.0)
        if seen is not None:
            chances, passing = seen.chances, seen.chances[PASS]
        reply["policy"] = [*_row_major(position.size, chances, -1.0), _short(passing)]
    return reply


def no_results(query: Query, turn: int) -> dict[str, Any]:
    """The reply of a position that was given up before anything was known of it."""
    return {"id": query.id, "isDuringSearch": False, "noResults": True, "turnNumber": turn}


def _move_info(query: Query, found: SearchReport, move: SearchedMove, order: int, us: Color) -> dict[str, Any]:
    ours = us is found.color
    score = _estimated_score(found, move) if move.score is None else move.score
    variation = move.variation[: query.settings.variation_length + 1]
    info = {
        "move": str(move.vertex),
        "visits": move.visits,
        "weight": move.visits,
        "winrate": _share(move.winrate, ours),
        "lcb": _share(move.lower_bound, ours),
        "utility": _points(2 * move.winrate - 1, ours),
        "utilityLcb": _points(2 * move.lower_bound - 1, ours),
        "scoreMean": _points(score, ours),
        "scoreLead": _points(score, ours),
        "scoreSelfplay": _points(score, ours),
        "scoreStdev": _short(found.score_deviation if move.score_deviation is None else move.score_deviation),
        "prior": _short(move.prior),
        "order": order,
        "pv": [str(vertex) for vertex in variation],
    }
    if query.variation_visits:
        info["pvVisits"] = list(move.variation_visits[: len(variation)])
    return info


def _root_info(found: SearchReport, us: Color) -> dict[str, Any]:
    ours = us is found.color
    this, symmetric = position_hashes(found.position)
    lower = found.moves[0].lower_bound if found.moves else found.winrate
    return {
        "visits": found.visits,
        "weight": found.visits,
        "winrate": _share(found.winrate, ours),
        "lcb": _share(lower, ours),
        "utility": _points(2 * found.winrate - 1, ours),
        "scoreLead": _points(found.score, ours),
        "scoreSelfplay": _points(found.score, ours),
        "scoreStdev": _short(found.score_deviation),
        "currentPlayer": found.color.letter,
        "thisHash": this,
        "symHash": symmetric,
    }


def _raw_info(seen: FirstSight | None, ours: bool) -> dict[str, Any]:
    """What KataGo tells of its network's output, as far as ours says it."""
    if seen is None:
        return {}
    return {
        "rawWinrate": _share(seen.winrate, ours),
        "rawLead": _points(seen.margin, ours),
        "rawScoreSelfplay": _points(seen.margin, ours),
        "rawScoreSelfplayStdev": _short(seen.deviation),
        "rawNoResultProb": 0.0,
    }


def position_hashes(position: Position) -> tuple[str, str]:
    """Names of the position (stones, player to move, simple ko), and the same for all that are like it by symmetry."""
    size, ko = position.size, position.ko
    grid = np.zeros((size, size), np.uint8)
    for vertex, color in position.stones.items():
        grid[vertex.row, vertex.column] = int(color)
    if ko is not None:
        grid[ko.row, ko.column] = 3
    turned = [np.rot90(side, quarter) for side in (grid, grid.T) for quarter in range(4)]
    names = [
        hashlib.blake2b(bytes([size, int(position.to_play)]) + seen.tobytes(), digest_size=16).hexdigest().upper()
        for seen in turned
    ]
    return names[0], min(names)


def _possible(found: SearchReport) -> Mapping[Vertex, float]:
    """The prior of every legal move; 0 for those that the tree does not look at.

    Of moves that are the same by symmetry it looks at one, whose prior is shared out among them.
    """
    position, policy = found.position, found.policy
    alike = symmetries_of(position)
    size, count = position.size, len(alike)
    return {
        vertex: sum(policy.get(symmetry.apply(vertex, size), 0.0) for symmetry in alike) / count
        for vertex in position.legal_moves()
    }


def _estimated_score(found: SearchReport, move: SearchedMove) -> float:
    """The lead that goes with the win rate of a move, if margins are spread normally as those of this search are."""
    normal = NormalDist()

    def leads(winrate: float) -> float:
        return normal.inv_cdf(min(_SURELY, max(1 - _SURELY, winrate)))

    return found.score + found.score_deviation * (leads(move.winrate) - leads(found.winrate))


def _told_of(perspective: str, to_play: Color) -> Color:
    return {"BLACK": Color.BLACK, "WHITE": Color.WHITE}.get(perspective, to_play)


def _row_major(size: int, values: Mapping[Vertex, float], missing: float, sign: int = 1) -> list[float]:
    rows = range(size - 1, -1, -1)
    return [
        _short(sign * value) if (value := values.get(Vertex(column, row))) is not None else missing
        for row in rows
        for column in range(size)
    ]


def _share(value: float, ours: bool) -> float:
    return _short(value if ours else 1.0 - value)


def _points(value: float, ours: bool) -> float:
    return _short(value if ours else -value)


def _short(value: float) -> float:
    return round(float(value), _DIGITS)
