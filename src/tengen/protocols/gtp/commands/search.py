"""Commands that look into the tree search, for those who study it."""

import json
from typing import TYPE_CHECKING, Any

from tengen.game.position import Position
from tengen.protocols.gtp.commands.registry import Arguments, GtpRefusal, color_of, command, integer_of
from tengen.protocols.gtp.session import GtpSession
from tengen.records import RecordError
from tengen.records.writer import save_atomically
from tengen.search.dump import MOST_DEPTH, dump_tree, tree_as_dict

if TYPE_CHECKING:
    from tengen.search.searcher import Searcher

_SHOWN_SHARE = 100  # of the simulations a hundredth, that a move told of needs at least
_SHOWN_DEPTH = 8
_ANSWER = ("color", "vertex", "winrate", "score", "playouts")  # of the mover's report, in which both are his own


def _last_search(session: GtpSession) -> tuple["Searcher", Position]:
    """The searcher and the position it searched last."""
    searcher = session.engine.searcher
    if searcher is None:
        raise GtpRefusal(f"the engine {session.engine.name} keeps no search tree")
    if searcher.position is None:
        raise GtpRefusal("nothing has been searched yet: genmove or reg_genmove first")
    return searcher, searcher.position


def _limits(searcher: "Searcher", arguments: Arguments) -> dict[str, int]:
    """What of the trees is told: LEAST_VISITS and DEPTH, or what a person can still read."""
    visits = max(tree.visits for tree in searcher.trees)
    least = integer_of(arguments[0], "the number of visits") if arguments else max(1, visits // _SHOWN_SHARE)
    depth = integer_of(arguments[1], "the depth") if len(arguments) > 1 else _SHOWN_DEPTH
    if least < 0 or not 0 <= depth <= MOST_DEPTH:
        raise GtpRefusal(f"syntax error: visits cannot be negative, and a depth is 0 to {MOST_DEPTH}")
    return {"least_visits": least, "most_depth": depth}


def _position_as_dict(position: Position) -> dict[str, Any]:
    return {
        "size": position.size,
        "to_play": str(position.to_play),
        "komi": position.komi,
        "rules": position.rules.name,
        "handicap": position.handicap,
        "moves": [str(move) for move in position.moves],
        "stones": {str(vertex): str(color) for vertex, color in position.stones.items()},
    }


@command("tengen-dump_tree", "[LEAST_VISITS] [DEPTH]")
def dump_tree_(session: GtpSession, arguments: Arguments) -> str:
    """The tree of the last search as text: moves with a hundredth of the visits, 8 deep, or as asked for."""
    searcher, position = _last_search(session)
    limits = _limits(searcher, arguments)
    heading = f"{position.size}x{position.size}, move {position.move_number}, {position.to_play} to play"
    return "\n".join([heading, *(dump_tree(tree, **limits) for tree in searcher.trees)])


@command("tengen-dump_tree_json", "[FILE] [LEAST_VISITS] [DEPTH]")
def dump_tree_json(session: GtpSession, arguments: Arguments) -> str | None:
    """The tree of the last search with its position and the settings as JSON, on the wire or written to a file."""
    searcher, position = _last_search(session)
    limits = _limits(searcher, arguments[1:])
    text = json.dumps(
        {
            "position": _position_as_dict(position),
            "settings": session.engine.settings(),
            "limits": limits,
            "trees": [tree_as_dict(tree, **limits) for tree in searcher.trees],
        }
    )
    if not arguments:
        return text
    try:
        save_atomically(arguments[0], text.encode("utf-8") + b"\n")
    except RecordError as error:
        raise GtpRefusal(f"cannot write file: {error}") from None
    return None


@command("tengen-report")
def report(session: GtpSession, arguments: Arguments) -> str:
    """What the last search found, the position it searched, and what was thought of the last move, as JSON."""
    searcher, position = _last_search(session)
    # While it ponders, the last search is of the position after its move: `answer` is of the move itself.
    answer = session.last_report
    thought = None if answer is None else {key: answer.to_dict()[key] for key in _ANSWER}
    return json.dumps({"position": _position_as_dict(position), "answer": thought, **searcher.report().to_dict()})


@command("uct_evaluate", "COLOR")
def uct_evaluate(session: GtpSession, arguments: Arguments) -> str:
    """The win rate of each legal move but pass, best first, by a search after each of them (Pachi's command).

    They share the playouts and the time the engine may use for a move, with 300 playouts each at
    least, or 10 evaluations by the network. An interrupt ends it; the moves not searched by then are left out.
    """
    color = color_of(arguments[0])
    from tengen.engines.evaluate import evaluate_moves

    rates = evaluate_moves(session.engine, session.position_for(color))
    return "\n".join(f"{vertex} {rate:.4f}" for vertex, rate in rates.items())
