"""A search as text for a person who watches it: a line while it runs, the decision, the board.

What the thesis's appendix B shows of a search, in lines of our own. They are meant for standard
error beside a protocol: plain ASCII, as consoles everywhere have it, and none begins with the
`=` or `?` of an answer.
"""

from collections.abc import Mapping

from tengen.game.color import Color
from tengen.game.diagram import draw_diagram
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.tree.nodes import NODE
from tengen.search.report import SearchedMove, SearchReport

_SHOWN_VARIATION = 6  # moves
_SHOWN_OTHERS = 3  # candidates besides the best
_SURE = 0.75  # ownership of a point that has its owner
_LEANING = 0.25  # of one that may have
_GAP = "     "  # between two boards


def progress_line(report: SearchReport) -> str:
    """How the search stands: simulations (and those kept), best move, its variation, others, speed.

    >>> from tengen.search.parameters import SearchParameters
    >>> from tengen.search.searcher import Searcher
    >>> searcher = Searcher(SearchParameters(memory=10), threads=1, seed=1)
    >>> searcher.begin(Position(9))
    >>> _ = searcher.run(2000)
    >>> print(progress_line(searcher.report()))
    2,000 | ... % ... | ... | ... %, ... | .../s
    """
    parts = [_simulations(report)]
    if not report.moves:
        return f"{parts[0]} | no move tried yet"
    best, *others = report.moves
    parts += [_rated(best), _moves(best.variation[:_SHOWN_VARIATION])]
    if others:
        parts.append(", ".join(f"{move.vertex} {_percent(move.value)}" for move in others[:_SHOWN_OTHERS]))
    return " | ".join([*parts, f"{report.playouts_per_second:,.0f}/s"])


def decision(report: SearchReport, chosen: Vertex | None = None) -> str:
    """What was decided, and on what grounds; `chosen` is the move if it is not the most visited one.

    >>> print(decision(SearchReport(Position(9))))
    nothing was searched
    """
    tried = report.moves
    if not tried:
        return "nothing was searched" if chosen is None else f"{chosen}: nothing was searched"
    best = tried[0]
    move = next((move for move in tried if move.vertex == chosen), best)
    visits = sum(move.visits for move in tried)
    lines = [f"{_rated(move)}, {move.visits:,} of {visits:,} visits ({_percent(move.visits / visits)})"]
    if chosen is not None and chosen != move.vertex:
        lines = [f"{chosen}; the best move was {lines[0]}"]
    elif move is not best:
        lines.append(f"  instead of {_rated(best)}, {best.visits:,} visits")
    lines.append(f"  variation: {_moves(move.variation)}")
    if report.extra_komi:
        lines.append(f"  {_extra_komi(report, move)}")
    pruned = f", cut back {_times(report.prunings)} to its memory" if report.prunings else ""
    megabytes = report.nodes * NODE.itemsize / 1e6
    lines.append(f"  tree: {report.nodes:,} nodes ({megabytes:.1f} MB), {report.depth} moves deep{pruned}")
    speed = f"in {report.seconds:.2f} s ({report.playouts_per_second:,.0f}/s)"
    lines.append(f"  simulations: {_simulations(report)} {speed}")
    return "\n".join(lines)


def board_with_ownership(position: Position, ownership: Mapping[Vertex, float]) -> str:
    """The board, and beside it whose the points became in the playouts, if that is known.

    `X` and `O` are points that are surely Black's and White's, `x` and `o` those that lean to one.

    >>> print(board_with_ownership(Position(2), {Vertex(0, 0): 0.9, Vertex(1, 1): -0.4}))
    Move 0, black to play, komi 7.5, captures: black 0, white 0, chinese rules
       A B          A B
     2 . . 2      2 . o 2
     1 . . 1      1 X . 1
       A B          A B
    """
    last = position.last_move
    captures = ", ".join(f"{color} {position.captures(color)}" for color in Color)
    facts = [f"Move {position.move_number}" + (f": {last.color} {last.vertex}" if last else "")]
    facts += [f"{position.to_play} to play", f"komi {position.komi:g}"]
    if position.handicap:
        facts.append(f"handicap {position.handicap}")
    facts += [f"captures: {captures}", f"{position.rules.name} rules"]
    board = position.diagram().split("\n")
    if not ownership:
        return "\n".join([", ".join(facts), *board])
    width = max(map(len, board))
    marks = {vertex: _owner(ownership.get(vertex, 0.0)) for vertex in position.vertices()}
    owners = draw_diagram(position.size, {}, marks=marks).split("\n")
    rows = [f"{left:{width}}{_GAP}{right}" for left, right in zip(board, owners, strict=True)]
    return "\n".join([", ".join(facts), *rows])


def _owner(value: float) -> str:
    """A point's letter, for its ownership from -1 (White) to 1 (Black)."""
    if abs(value) < _LEANING:
        return "."
    letter = "x" if value > 0 else "o"
    return letter.upper() if abs(value) >= _SURE else letter


def _rated(move: SearchedMove) -> str:
    score = "" if move.score is None else f" {move.score:+.1f}"
    return f"{move.vertex} {_percent(move.value)}{score}"


def _extra_komi(report: SearchReport, move: SearchedMove) -> str:
    """What the search was really about, where it played with a dynamic komi."""
    side = Color.WHITE if report.extra_komi > 0 else Color.BLACK
    real = "" if move.search_winrate is None else f"; without it the move wins {_percent(move.winrate)}"
    return f"extra komi: {abs(report.extra_komi):.1f} for {side}{real}"


def _simulations(report: SearchReport) -> str:
    """Their number, and in brackets what the tree had already."""
    return f"{report.playouts:,}" + (f" (+{report.reused:,})" if report.reused else "")


def _moves(vertices: tuple[Vertex, ...]) -> str:
    return " ".join(map(str, vertices))


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
