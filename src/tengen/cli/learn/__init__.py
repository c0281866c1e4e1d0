"""`tengen learn …`: learning from games; a command is a module here, as in `tengen.cli`."""

from tengen.cli import command_group

learn = command_group("learn", "Learn from collections of games.", ("patterns", "network", "openings"), __name__)
