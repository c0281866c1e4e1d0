"""`tengen lab list`: the papers' tables that can be played again."""


def list() -> None:
    """List the experiments: what they ask, and what those wait for that cannot be played yet, or not whole."""
    from rich.console import Console
    from rich.table import Table

    from tengen.lab.experiments import experiments, is_available, waits_for

    table = Table("experiment", "what it is", "small scale", box=None, title="tengen lab run NAME")
    for one in experiments():
        waits = waits_for(one)
        minutes = one.scales["small"].minutes
        ready = is_available(one)
        told = [f"{minutes:.0f} min" if ready and minutes else "", f"waits for {', '.join(waits)}" if waits else ""]
        state = ", ".join(part for part in told if part)
        table.add_row(one.name, one.title, state, style="" if ready else "dim")
    Console().print(table)
