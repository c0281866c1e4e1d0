"""`tengen book …`: opening books; a command is a module here, as in `tengen.cli`."""

from tengen.cli import command_group

book = command_group(
    "book",
    "Opening books: learn them from games, grow them, look into them.",
    ("learn", "joseki", "grow", "check", "show"),
    __name__,
)
