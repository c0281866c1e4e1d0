"""Commands whose answers GoGui draws on its board, by `gogui-analyze_commands`."""

from tengen.engines.endgame.groups import groups_of, mean_owner
from tengen.engines.endgame.thresholds import ENDGAME
from tengen.engines.levels import STRONGEST
from tengen.game.ladders import ladders
from tengen.game.vertex import Vertex
from tengen.protocols.gtp.commands.registry import Arguments, GtpRefusal, command
from tengen.protocols.gtp.graphics import drawing, heat, labels, marks, number_board, points_only
from tengen.protocols.gtp.session import GtpSession
from tengen.search.network.model import NO_NETWORK
from tengen.search.report import SearchReport

_LOOK = 1000  # playouts of a look at the position
_FIRST_SIGHT = 2  # evaluations by a network, after which its priors are there
_LABELLED = 0.15  # of the largest prior, that a move with a label has
_MOST_CRITICAL = 0.5  # by its definition


def _look(session: GtpSession) -> SearchReport:
    """A short search of the position; what it finds serves the next move too."""
    judged = session.engine.asks_network(session.position.size)
    return session.engine.analyze(session.position, playouts=_FIRST_SIGHT if judged else _LOOK)


def _played_out(session: GtpSession) -> SearchReport:
    """A short search by playouts: a network says nothing of what goes along with winning."""
    if not session.engine.asks_network(session.position.size):
        return _look(session)
    with session.engine.apart() as aside:
        aside.change_settings({"network": NO_NETWORK, "level": STRONGEST, "policy": "auto"})
        return aside.analyze(session.position, playouts=_LOOK)


@command("tengen-criticality")
def criticality(session: GtpSession, arguments: Arguments) -> str:
    """How much each point matters by 1000 playouts, row by row: 0 not at all, 1 whoever owns it wins."""
    found = _played_out(session).criticality
    return number_board({v: max(0.0, value) / _MOST_CRITICAL for v, value in found.items()}, session.position.size)


@command("tengen-priors")
def priors(session: GtpSession, arguments: Arguments) -> str:
    """Where the search looks before it has searched: percent of its attention, as a drawing for GoGui."""
    position = session.position
    found = points_only(_look(session).policy, position)
    most = max(found.values(), default=1.0)
    shown = sorted((v for v in found if found[v] >= _LABELLED * most), key=lambda vertex: -found[vertex])
    return drawing(
        *heat({vertex: value / most for vertex, value in found.items()}),
        labels({vertex: f"{100 * found[vertex]:.0f}" for vertex in shown}),
        f"TEXT Priors of {position.to_play}'s moves in percent",
    )


@command("tengen-ladders")
def ladders_(session: GtpSession, arguments: Arguments) -> str:
    """Groups caught in a ladder (crosses), and those that an atari at an L catches (triangles), drawn for GoGui."""
    found = ladders(session.position)
    lost = [stone for ladder in found if not ladder.catching for stone in ladder.group.stones]
    catchable = [stone for ladder in found if ladder.catching for stone in ladder.group.stones]
    ataris = sorted({vertex for ladder in found for vertex in ladder.catching})
    count = sum(not ladder.catching for ladder in found)
    return drawing(
        marks("MARK", lost),
        marks("TRIANGLE", catchable),
        labels(dict.fromkeys(ataris, "L")),
        f"TEXT Groups caught in a ladder: {count}; that can be caught: {len(found) - count}",
    )


@command("tengen-groups")
def groups(session: GtpSession, arguments: Arguments) -> str:
    """Groups with their liberties: green alive, red dead, cyan in seki, yellow in doubt, as a drawing for GoGui."""
    judgement = session.judge()
    colored: dict[str, list[Vertex]] = {"green": [], "red": [], "cyan": [], "yellow": []}
    liberties = {}
    for group in groups_of(session.position):
        if group.stones & judgement.seki:
            shade = "cyan"
        elif group.stones & judgement.dead:
            shade = "red"
        elif judgement.ownership and mean_owner(group, judgement.ownership) < ENDGAME.sure_group:
            shade = "yellow"
        else:
            shade = "green"
        colored[shade] += group.stones
        liberties[min(group.stones)] = str(len(group.liberties))
    return drawing(
        *(marks(f"COLOR {shade}", stones) for shade, stones in colored.items()),
        labels(liberties),
        f"TEXT Groups: {len(liberties)}, each with the number of its liberties",
    )


@command("tengen-live_gfx", "[STATE]")
def live_gfx(session: GtpSession, arguments: Arguments) -> str | None:
    """Draw what the engine thinks on GoGui's board while it thinks: on, off, or without STATE which of them."""
    if not arguments:
        return "on" if session.live_graphics.on else "off"
    state = arguments[0].lower()
    if state not in ("on", "off"):
        raise GtpRefusal(f"syntax error: live graphics are on or off, not {arguments[0][:20]!r}")
    session.live_graphics.on = state == "on"
    return None
