"""Who lives and who dies, read to the end."""

from tengen.protocols.gtp.commands.registry import Arguments, command, point_vertex_of
from tengen.protocols.gtp.session import GtpSession

_SECONDS = 2.0


@command("tengen-solve", "[VERTEX…]")
def solve(session: GtpSession, arguments: Arguments) -> str:
    """The move that kills, lives or saves, with its line; of stones, one of each chain, whether they are taken."""
    from tengen.engines.solution_in_words import answer_in_words, solution_in_words
    from tengen.engines.solving import ask_about
    from tengen.engines.solving import solve as solve_position

    position = session.position
    if arguments:
        stones = [point_vertex_of(argument, position.size) for argument in arguments]
        answers = ask_about(position, stones, seconds=_SECONDS)
        lines = [line for answer in answers for line in answer_in_words(position, answer)]
    else:
        wish = str(session.engine.settings().get("network", "no"))
        lines = solution_in_words(position, solve_position(position, seconds=_SECONDS, network=wish), _SECONDS)
    return "\n".join(line for line in lines if line)
