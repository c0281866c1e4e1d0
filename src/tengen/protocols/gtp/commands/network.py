"""What the network thinks at first sight, without any search: KataGo's command."""

from typing import TYPE_CHECKING

from tengen.game.color import BLACK
from tengen.game.vertex import PASS, Vertex
from tengen.protocols.gtp.commands.registry import Arguments, GtpRefusal, command
from tengen.protocols.gtp.session import GtpSession

if TYPE_CHECKING:
    from tengen.game.position import Position
    from tengen.search.network.look import FirstSight

_ORIENTATIONS = {"all": (8, 0), **{str(number): (1, number) for number in range(8)}}  # how many, from which on


@command("kata-raw-nn", "[SYMMETRY]")
def kata_raw_nn(session: GtpSession, arguments: Arguments) -> str:
    """What the network says before any search; `all` is the mean of the board's eight orientations."""
    from tengen.search.network.look import first_sight

    asked = arguments[0].lower() if arguments else "0"
    if asked not in _ORIENTATIONS:
        raise GtpRefusal("syntax error: a symmetry is 0 to 7, or all")
    wish = str(session.engine.settings().get("network", "yes"))
    seen = first_sight(session.position, wish, *_ORIENTATIONS[asked])
    if seen is None:
        raise GtpRefusal("there is no network: network=no is set, or it cannot be used here (tengen doctor)")
    return "\n".join(_lines(asked, session.position, seen))


def _lines(asked: str, position: "Position", seen: "FirstSight") -> list[str]:
    """KataGo's fields, as far as ours has them; all are White's but the policy."""
    black = position.to_play is BLACK
    white_wins, lead = (1 - seen.winrate, -seen.margin) if black else (seen.winrate, seen.margin)
    return [
        f"symmetry {asked}",
        f"whiteWin {white_wins:.6f}",
        f"whiteLoss {1 - white_wins:.6f}",
        "noResult 0.000000",
        f"whiteLead {lead:.4f}",
        f"whiteScoreSelfplay {lead:.4f}",
        f"whiteScoreSelfplaySq {lead**2 + seen.deviation**2:.4f}",
        "policy",
        *_rows(position.size, {vertex: f"{chance:.6f}" for vertex, chance in seen.chances.items()}),
        f"policyPass {seen.chances[PASS]:.6f}",
        "whiteOwnership",
        *_rows(position.size, {vertex: f"{-owner:.4f}" for vertex, owner in seen.ownership.items()}),
    ]


def _rows(size: int, told: dict[Vertex, str]) -> list[str]:
    """The board row by row from the top; NAN where a move is illegal, as KataGo writes it."""
    rows = reversed(range(size))
    return [" ".join(told.get(Vertex(column, row), "NAN") for column in range(size)) for row in rows]
