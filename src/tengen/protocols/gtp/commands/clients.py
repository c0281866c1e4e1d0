"""Commands particular clients ask for: KGS and GoGui."""

from tengen.protocols.gtp.commands.registry import Arguments, command
from tengen.protocols.gtp.graphics import number_board
from tengen.protocols.gtp.session import GtpSession

_ANALYZE_COMMANDS = (
    "plist/Legal Moves/all_legal %c",
    "string/Final Score/final_score",
    "plist/Dead Stones/final_status_list dead",
    "plist/Stones in Seki/final_status_list seki",
    "plist/Unconditionally Safe/tengen-unconditional %c",
    "dboard/Ownership/tengen-ownership",
    "dboard/Criticality/tengen-criticality",
    "gfx/Priors/tengen-priors",
    "gfx/Ladders/tengen-ladders",
    "gfx/Groups/tengen-groups",
    "none/Live Graphics On/tengen-live_gfx on",
    "none/Live Graphics Off/tengen-live_gfx off",
    "string/Fights/tengen-solve",
    "string/Life and Death/tengen-solve %p",
    "string/Liberties/countlib %p",
    "plist/Liberty Points/findlib %p",
    "string/Why Illegal/tengen-why_illegal %c %p",
    "hstring/Search Tree/tengen-dump_tree",
    "hstring/Settings/tengen-settings",
    "hstring/Rules/kata-get-rules",
)


@command("gogui-analyze_commands")
def analyze_commands(session: GtpSession, arguments: Arguments) -> str:
    """What GoGui offers in its Analyze window."""
    return "\n".join(_ANALYZE_COMMANDS)


@command("gogui-interrupt")
def interrupt(session: GtpSession, arguments: Arguments) -> None:
    """Says that a line "# interrupt" during a genmove makes the engine move at once."""


@command("kgs-game_over")
def game_over(session: GtpSession, arguments: Arguments) -> None:
    """The game has ended, perhaps by adjournment: the board is kept."""
    session.game_over()


@command("tengen-ownership")
def ownership(session: GtpSession, arguments: Arguments) -> str:
    """Who owns each point after the last genmove's playouts, -1 White to 1 Black, row by row."""
    return number_board(session.last_ownership, session.position.size)
