"""Learn from game records how much each 3×3 shape, or each kind of place, is played by strong players.

    python tools/learn_shapes.py RECORDS.zip [RECORDS.zip ...] [--games 3000] [--out FILE]
    python tools/learn_shapes.py RECORDS.zip --places          the shapes are known: learn places on large boards

A log-linear model of which of the legal moves a strong player chose (Bradley–Terry with teams of
features; Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007), fitted by
stochastic gradients with Adagrad. Its features are the 3×3 shape with atari bits, up to symmetry and colour,
the common-fate-graph distance from the last move, the kind of place (line, clearance, phase), and what the
tactics of the priors say of the move; so that a shape's weight is what it adds to all of these. The weights that are
not written are printed, and are what the defaults of the priors were chosen by.
"""

import argparse
import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np

from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.kernels.geometry import EMPTY, POINTS, STRIDE, point_of
from tengen.kernels.geometry import PASS as PASS_POINT
from tengen.kernels.shape_weights import canonical_codes, shape_weights
from tengen.kernels.tactics import few_liberties, one_liberty, two_liberties
from tengen.kernels.tactics.bad_self_atari import is_bad_self_atari
from tengen.kernels.tactics.distance import FAR, measure_distance
from tengen.kernels.tactics.eyes import is_playable
from tengen.kernels.tactics.place import LINES, PLACES, place_of
from tengen.kernels.workspace import new_works

Array = np.ndarray[Any, Any]
OUT = Path(__file__).resolve().parent.parent / "src/tengen/kernels"
CAPTURE, RESCUE, CATCH, DEFEND, RACE, SELF_ATARI, KO = 1, 2, 4, 8, 16, 32, 64
FLAGS = ("capture", "rescue", "two liberties, attack", "two liberties, defence", "few liberties", "self-atari", "ko")
DISTANCES = FAR + 1
LEAST_SEEN = 30  # times a shape must have been possible
UNMOVED = 1e18  # a sum of squares at which a weight does not change any more


@numba.njit
def _mark(work: Any, flags: Array, count: int, bit: int) -> None:
    for i in range(count):
        flags[work.moves[i]] |= bit


@numba.njit
def features(boards: Array, works: Array, flags: Array, rows: Array) -> int:
    """Write point, code, distance, place and flags of every sensible move into `rows`; how many there are."""
    board, work = boards[0], works[0]
    color = np.int64(board.to_play)
    flags[:] = 0
    side = np.int64(board.side)
    measure_distance(board, np.int64(board.last_move), work)
    for row in range(1, side + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + side + 1):
            if board.color[point] == EMPTY or board.group[point] != point:
                continue
            own, liberties = board.color[point] == color, board.liberty_count[point]
            if liberties == 1 and own:
                _mark(work, flags, one_liberty.save(board, point, color, work, 0), RESCUE)
            elif liberties == 1:
                _mark(work, flags, one_liberty.take(board, point, color, work, 0), CAPTURE)
            elif liberties == 2 and own:
                _mark(work, flags, two_liberties.defend(board, point, color, work, 0, 0, 0), DEFEND)
            elif liberties == 2:
                _mark(work, flags, two_liberties.attack(board, point, color, work, 0), CATCH)
            elif liberties <= few_liberties.MOST:
                _mark(work, flags, few_liberties.race(board, point, color, work, 0), RACE)
    count = 0
    for i in range(board.empty_count):
        point = np.int64(board.empty[i])
        if not is_playable(board, point, color):
            continue
        if is_bad_self_atari(board, point, color):
            flags[point] |= SELF_ATARI
        if point == board.last_ko and board.last_ko != PASS_POINT and board.move_number - board.last_ko_move <= 10:
            flags[point] |= KO
        rows[count, 0] = point
        rows[count, 1] = board.code[point]
        rows[count, 2] = work.distance[point]
        rows[count, 3] = place_of(board, point)
        rows[count, 4] = flags[point]
        count += 1
    return count


def games(path: Path, most: int, rng: np.random.Generator) -> Iterator[tuple[int, list[str], list[str]]]:
    """Size, colours and moves of games in a zip of SGF files."""
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if name.endswith(".sgf")]
        given = 0
        for index in rng.permutation(len(names)):
            for text in re.split(r"(?=\(;)", archive.read(names[index]).decode("utf8", "replace")):
                moves = re.findall(r";\s*([BW])\[([a-s]{0,2})\]", text)
                size = re.search(r"SZ\[(\d+)\]", text)
                if len(moves) < 20 or re.search(r"HA\[[2-9]\]|A[BW]\[", text):
                    continue
                yield int(size.group(1)) if size else 19, [c for c, _ in moves], [v for _, v in moves]
                given += 1
                if given >= most:
                    return


def vertex_of(text: str, size: int) -> Vertex:
    """The vertex of SGF's two letters."""
    return PASS if len(text) < 2 else Vertex.from_point(point_of(ord(text[0]) - 97, size - 1 - (ord(text[1]) - 97)))


def collect(paths: list[Path], most: int, share: float) -> tuple[Array, Array, Array, Array]:
    """Feature rows of positions, where each position's begin, which was played, and the size's class."""
    rng = np.random.default_rng(1)
    works, flags, rows = new_works(), np.zeros(POINTS, np.int64), np.zeros((POINTS, 5), np.int64)
    canonical = canonical_codes()
    found, starts, played, large = [], [0], [], []
    for path in paths:
        for size, colors, moves in games(path, most, rng):
            position = Position(size)
            for color, text in zip(colors, moves, strict=True):
                vertex = vertex_of(text, size)
                try:
                    if (position.to_play.name[0]) != color:
                        break
                    wanted = (
                        len(position.moves) >= 2 and not vertex.is_pass and rng.random() < (1 if size < 13 else share)
                    )
                    if wanted:
                        count = features(position.board, works, flags, rows)
                        chosen = np.flatnonzero(rows[:count, 0] == vertex.point)
                        if chosen.size:
                            part = rows[:count].copy()
                            part[:, 1] = canonical[int(position.to_play) - 1][part[:, 1]]
                            found.append(part[:, 1:].astype(np.int32))
                            starts.append(starts[-1] + count)
                            played.append(int(chosen[0]))
                            large.append(int(size >= 13))
                    position.play(vertex)
                except Exception:
                    break
    return np.concatenate(found), np.array(starts), np.array(played), np.array(large)


@numba.njit
def fit(rows: Array, starts: Array, played: Array, large: Array, order: Array, weights: Array, squares: Array) -> float:
    """One pass of Adagrad over positions; the mean log likelihood. Columns of `weights`: see `offsets`."""
    total = 0.0
    rate, decay = 0.15, 1e-5
    value = np.zeros(400)
    for which in order:
        first, count = starts[which], starts[which + 1] - starts[which]
        base = large[which] * (DISTANCES + PLACES + 7)
        top = -1e9
        for k in range(count):
            row = rows[first + k]
            u = weights[base + row[1]] + weights[base + DISTANCES + row[2]] + weights[row[0]]
            for bit in range(7):
                if row[3] >> bit & 1:
                    u += weights[base + DISTANCES + PLACES + bit]
            value[k] = u
            top = max(top, u)
        norm = 0.0
        for k in range(count):
            norm += np.exp(value[k] - top)
        total += value[played[which]] - top - np.log(norm)
        for k in range(count):
            slope = (1.0 if k == played[which] else 0.0) - np.exp(value[k] - top) / norm
            if abs(slope) < 1e-4:
                continue
            row = rows[first + k]
            for part in range(10):
                if part == 0:
                    at = base + row[1]
                elif part == 1:
                    at = base + DISTANCES + row[2]
                elif part == 2:
                    at = row[0]
                elif row[3] >> (part - 3) & 1:
                    at = base + DISTANCES + PLACES + part - 3
                else:
                    continue
                g = slope - decay * weights[at]
                squares[at] += g * g
                weights[at] += rate * g / np.sqrt(squares[at] + 1e-8)
    return total / len(order)


def main() -> None:
    """Collect, fit, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", nargs="+", type=Path)
    parser.add_argument("--games", type=int, default=3000, help="most games of each file")
    parser.add_argument("--share", type=float, default=0.15, help="of the positions of boards from 13x13 on")
    parser.add_argument("--passes", type=int, default=4)
    parser.add_argument("--places", action="store_true", help="take the shapes as they are and write the places")
    parser.add_argument("--out", type=Path, default=None)
    arguments = parser.parse_args()
    out = arguments.out or OUT / ("place_weights.csv" if arguments.places else "shape_weights.csv")
    rows, starts, played, large = collect(arguments.records, arguments.games, arguments.share)
    codes, ids, seen = np.unique(rows[:, 0], return_inverse=True, return_counts=True)
    others = 2 * (DISTANCES + PLACES + 7)
    rows[:, 0] = ids + others
    weights, squares = np.zeros(others + len(codes)), np.full(others + len(codes), 1.0)
    if arguments.places:
        weights[others:], squares[others:] = shape_weights()[0][codes], UNMOVED
    rng = np.random.default_rng(2)
    positions = rng.permutation(len(played))
    held, used = positions[: len(positions) // 20], positions[len(positions) // 20 :]
    print(len(played), "positions,", len(rows), "moves,", len(codes), "shapes", file=sys.stderr)
    for _ in range(arguments.passes):
        likelihood = fit(rows, starts, played, large, rng.permutation(used), weights, squares)
        check = fit(rows, starts, played, large, held, weights.copy(), squares.copy() + UNMOVED)
        print(f"log likelihood {likelihood:.4f}, of held-out positions {check:.4f}", file=sys.stderr)
    tell(weights)
    lines = place_lines(weights) if arguments.places else shape_lines(weights[others:], codes, seen)
    print(len(lines) - 1, "weights written", file=sys.stderr)
    temporary = out.with_suffix(".tmp")
    temporary.write_text("\n".join(lines) + "\n")
    temporary.replace(out)


def tell(weights: Array) -> None:
    """Print all weights but the shapes'."""
    for size in range(2):
        base = size * (DISTANCES + PLACES + 7)
        part = weights[base : base + DISTANCES + PLACES + 7].round(2)
        print("large" if size else "small", "distance", part[:DISTANCES])
        print("  ", dict(zip(FLAGS, part[DISTANCES + PLACES :].tolist(), strict=True)))
        print("   places\n", part[DISTANCES : DISTANCES + PLACES].reshape(-1, LINES))


def shape_lines(shapes: Array, codes: Array, seen: Array) -> list[str]:
    """The file of the shapes' weights, of the average move's 0."""
    mean = float(np.average(shapes, weights=seen))
    known = [f"{code},{w - mean:.2f}" for code, w, n in zip(codes, shapes, seen, strict=True) if n >= LEAST_SEEN]
    return ["code,weight", *known]


def place_lines(weights: Array) -> list[str]:
    """The file of the weights of places on large boards."""
    first = 2 * DISTANCES + PLACES + 7
    return ["place,weight", *(f"{place},{weights[first + place]:.2f}" for place in range(PLACES))]


if __name__ == "__main__":
    main()
