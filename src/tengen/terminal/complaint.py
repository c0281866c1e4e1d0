"""Telling a person what was wrong with what he typed."""

from rich.console import Console


def complain(console: Console, error: Exception, advice: str = "") -> None:
    """Say it in red, with advice on what to do behind it."""
    told = str(error).replace("[", r"\[")
    console.print(f"[red]{told}[/red]" + (f" ({advice})" if advice else ""), highlight=False)
