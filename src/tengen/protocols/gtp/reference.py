"""The reference page of GTP commands, made from their declarations."""

from tengen.protocols.gtp.commands import COMMANDS

_HEADINGS = {
    "administration": "The program",
    "setup": "Preparing a game",
    "rules": "Rules",
    "moves": "Moving",
    "times": "Clocks",
    "inspection": "Looking at the board",
    "analysis": "Analysing",
    "network": "The network",
    "fights": "Life and death",
    "search": "Looking into the search",
    "pictures": "Pictures for GoGui",
    "scoring": "The end of the game",
    "files": "Game records",
    "clients": "For particular clients",
}

_NOTES = {
    "fights": "An answer takes two seconds at most; what its words mean is in [Life and death](solver.md).",
    "analysis": """\
COLOR is the player to move if it is left out; INTERVAL is in centiseconds, 100 if it is left out and 5 at least.
Behind them come pairs of a word and its value: `interval N`, `minmoves N` and `maxmoves N` (how many moves are told;
without them those with enough visits to be trusted), `avoid COLOR VERTEX,VERTEX,… DEPTH` and
`allow COLOR VERTEX,VERTEX,… DEPTH` (moves that are not, or alone, considered in the first DEPTH moves; what any of
several `allow` names is allowed), and for KataGo's commands `ownership true`, `ownershipStdev true` and
`rootInfo true`. Win rates, scores and ownership are those of the player to move. KataGo's `movesOwnership`,
`movesOwnershipStdev`, `pvVisits`, `pvEdgeVisits` and `noResultValue` are accepted and change nothing. An analysis
ends with the next line of input, be it empty, or with the end of input; a move does not.""",
}


def reference_page() -> str:
    """All commands as a Markdown page."""
    lines = [
        "# GTP commands",
        "",
        "Made by `make docs` from the commands themselves. The protocol is GTP version 2; a failed",
        "command is answered with `?` and a sentence, and leaves everything as it was.",
    ]
    for module, heading in _HEADINGS.items():
        lines += ["", f"## {heading}", ""]
        if module in _NOTES:
            lines += [_NOTES[module], ""]
        lines += ["| command | what it does |", "|---|---|"]
        for entry in COMMANDS.values():
            if entry.function.__module__.endswith(f".{module}"):
                call = f"{entry.name} {entry.usage}".rstrip().replace("|", "\\|")
                lines.append(f"| `{call}` | {entry.help} |")
    return "\n".join(lines) + "\n"
