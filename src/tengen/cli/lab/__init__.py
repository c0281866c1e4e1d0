"""`tengen lab …`: the laboratory beyond a single match; a command is a module here, as in `tengen.cli`."""

from tengen.cli import command_group

lab = command_group(
    "lab",
    "The laboratory: tournaments, statistics, the papers' experiments, reports, tuning.",
    ("list", "run", "report", "tune", "compare", "tournament", "work", "events", "merge", "games"),
    __name__,
)
