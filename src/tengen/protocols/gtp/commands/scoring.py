"""Commands about the end of the game."""

from collections.abc import Iterable

from tengen.engines.endgame.groups import groups_of
from tengen.engines.endgame.judgement import Judgement
from tengen.game.color import BLACK, WHITE
from tengen.game.ruleset import Ruleset
from tengen.game.scoring import count, owners
from tengen.game.vertex import Vertex
from tengen.protocols.gtp.commands.registry import Arguments, GtpRefusal, command, point_vertex_of, vertex_list
from tengen.protocols.gtp.session import GtpSession


@command("final_score")
def final_score(session: GtpSession, arguments: Arguments) -> str:
    """The score as the engine judges it, B+3.5, W+1 or 0."""
    return str(session.judge().score)


@command("static_score", "METHOD")
def static_score(session: GtpSession, arguments: Arguments) -> str:
    """The board as it stands, with no stone dead, counted by tromp_taylor_score or japanese_score (Fuego)."""
    rules = {"tromp_taylor_score": "tromp-taylor", "japanese_score": "japanese"}.get(arguments[0])
    if rules is None:
        raise GtpRefusal(f"invalid method: {arguments[0][:20]!r} (tromp_taylor_score, japanese_score)")
    position = session.position.copy()
    position.rules = Ruleset.named(rules)
    return str(count(position))


def _by_group(session: GtpSession, wanted: Iterable[Vertex]) -> str:
    chosen = set(wanted)
    groups = [sorted(group.stones) for group in groups_of(session.position) if group.stones & chosen]
    return "\n".join(vertex_list(group) for group in groups)


@command("final_status_list", "STATUS")
def final_status_list(session: GtpSession, arguments: Arguments) -> str:
    """Stones that are dead, alive or in seki; or white_territory, black_territory, dame."""
    return _list(session, session.judge(), arguments[0])


def _list(session: GtpSession, judgement: Judgement, status: str) -> str:
    stones = session.position.stones
    match status:
        case "dead":
            return _by_group(session, judgement.dead)
        case "seki":
            return _by_group(session, judgement.seki)
        case "alive":
            return _by_group(session, stones.keys() - judgement.dead - judgement.seki)
    owner = owners(session.position, judgement.dead)
    empty = [vertex for vertex in session.position.vertices() if vertex not in stones]
    match status:
        case "black_territory":
            return vertex_list([vertex for vertex in empty if owner.get(vertex) is BLACK])
        case "white_territory":
            return vertex_list([vertex for vertex in empty if owner.get(vertex) is WHITE])
        case "dame":
            return vertex_list([vertex for vertex in empty if vertex not in owner])
    raise GtpRefusal(f"invalid status: {status[:20]!r} (dead, alive, seki, black_territory, white_territory, dame)")


@command("final_status", "VERTEX")
def final_status(session: GtpSession, arguments: Arguments) -> str:
    """The status of one point, as `final_status_list` names it."""
    wanted = str(point_vertex_of(arguments[0], session.position.size))
    judgement = session.judge()
    for status in ("dead", "seki", "alive", "black_territory", "white_territory", "dame"):
        if wanted in _list(session, judgement, status).split():
            return status
    raise AssertionError(f"{wanted} has no status")
