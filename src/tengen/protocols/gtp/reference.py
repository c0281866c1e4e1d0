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
    "search": "Looking into the search",
    "pictures": "Pictures for GoGui",
    "scoring": "The end of the game",
    "files": "Game records",
    "clients": "For particular clients",
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
        lines += ["", f"## {heading}", "", "| command | what it does |", "|---|---|"]
        for entry in COMMANDS.values():
            if entry.function.__module__.endswith(f".{module}"):
                call = f"{entry.name} {entry.usage}".rstrip().replace("|", "\\|")
                lines.append(f"| `{call}` | {entry.help} |")
    return "\n".join(lines) + "\n"
