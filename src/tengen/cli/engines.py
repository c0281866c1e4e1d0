"""`tengen engines`: who can play, and what can be set."""


def engines() -> None:
    """List the engines and their settings."""
    from rich.console import Console
    from rich.table import Table

    from tengen.engines.registry import engine_class, engine_names
    from tengen.parameters import describe
    from tengen.search.outside_priors import source_names

    table = Table("engine", "setting", "default", "what it does", title="engines")
    for name in engine_names():
        rows = describe(engine_class(name).default_parameters)
        for setting, value, about in rows:
            told = about.help + (f" ({about.source})" if about.source else "")
            table.add_row(name, setting, f"{value} {about.unit}".strip(), told)
        if not rows:
            table.add_row(name, "", "", "nothing to set")
    Console().print(table)
    Console().print("With the network a playout of mcts is an evaluation by it: hundreds do what takes 10,000 without.")
    if sources := source_names():
        Console().print(f"sources of priors that are installed, for outside_priors: {', '.join(sources)}")
