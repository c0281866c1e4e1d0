"""What a network in an ONNX file says of positions; needs ONNX Runtime alone."""

import time
from dataclasses import dataclass

import numpy as np
import onnxruntime

from tengen.learning.network.figures import Judge, Judgements
from tengen.learning.network.lessons import Array, Games, Shown, moves_on_board, shown

_AT_ONCE = 1_000  # positions that are unpacked


@dataclass(frozen=True)
class Outputs:
    """What a model says of positions."""

    moves: Array  # logits, of the points and the pass
    outcome: Array  # win logit, margin, logarithm of its spread
    owners: Array
    milliseconds: float  # a position, one by one, in one thread

    @property
    def best(self) -> Array:
        """The best move of each position."""
        return np.asarray(self.moves.argmax(1))

    @property
    def win_rate(self) -> Array:
        """The win rate of each position."""
        return np.asarray(1 / (1 + np.exp(-self.outcome[:, 0].astype(np.float64))))


def run_model(model: bytes, positions: Shown) -> Outputs:
    """Ask a model about positions, one at a time as a search does."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    parts, took = [], []
    for i in range(len(positions)):
        began = time.perf_counter()
        parts.append(session.run(("moves", "outcome", "owners"), positions.part(i, i + 1).feed))
        took.append(time.perf_counter() - began)
    moves, outcome, owners = (np.concatenate([part[at] for part in parts]) for at in range(3))
    return Outputs(moves, outcome, owners, float(np.median(took)) * 1e3)


def compare(exact: Outputs, rough: Outputs, played: Array, points_unit: float) -> dict[str, float]:
    """How far one model's answers are from another's; `played` are the moves of the games."""
    return {
        "positions": len(played),
        "same_move": float((exact.best == rough.best).mean()),
        "found_exact": float((exact.best == played).mean()),
        "found": float((rough.best == played).mean()),
        "win_rate_correlation": float(np.corrcoef(exact.win_rate, rough.win_rate)[0, 1]),
        "win_rate_error": float(np.abs(exact.win_rate - rough.win_rate).mean()),
        "margin_error": float(np.abs(exact.outcome[:, 1] - rough.outcome[:, 1]).mean()) * points_unit,
        "owner_error": float(np.abs(exact.owners - rough.owners).mean()),
        "ms_exact": exact.milliseconds,
        "ms": rough.milliseconds,
    }


def judge_by(model: bytes, games: Games, points_unit: float) -> Judge:
    """A judge of rows of these games."""

    def judge(rows: Array) -> Judgements:
        rank, win_rate, margin = (np.zeros(len(rows)) for _ in range(3))
        numbered = np.arange(len(rows))
        sizes = np.array([games.games[number].size for number in rows["game"]])
        for size in sorted(set(sizes.tolist())):
            its = numbered[sizes == size]
            for at in np.split(its, range(_AT_ONCE, len(its), _AT_ONCE)):
                said = run_model(model, shown(rows[at], games))
                played = said.moves[np.arange(len(at)), moves_on_board(rows[at], size)]
                rank[at] = (said.moves > played[:, None]).sum(1)
                win_rate[at], margin[at] = said.win_rate, said.outcome[:, 1] * points_unit
        return Judgements(rank, win_rate, margin)

    return judge
