"""`tengen gtp`: an engine for any Go program."""

import logging
import sys

from tengen.cli import options
from tengen.cli.streams import leave_at_once, standard_input, take_standard_output
from tengen.defaults import DEFAULT_ENGINE


def gtp(
    engine: options.EngineName = DEFAULT_ENGINE,
    level: options.Level = "",
    playouts: options.Playouts = None,
    time: options.Seconds = None,
    threads: options.Threads = None,
    seed: options.Seed = None,
    rules: options.Rules = "chinese",
    set_: options.Settings = [],  # noqa: B006
    size: options.Size = 19,
    quiet: options.Quiet = False,
) -> None:
    """Speak GTP on standard input and output, to any Go program."""
    logging.basicConfig(stream=sys.stderr, level=logging.ERROR if quiet else logging.INFO, format="tengen: %(message)s")
    sink = take_standard_output()
    from tengen.kernels.warm_up import warm_up
    from tengen.protocols.gtp.server import serve
    from tengen.protocols.gtp.session import GtpSession

    with options.make_engine(engine, playouts, time, threads, seed, set_, level) as player:
        serve(GtpSession(player, size=size, rules=rules), standard_input(), sink, prepare=warm_up)
    leave_at_once(sink)
