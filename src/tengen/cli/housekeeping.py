"""`tengen doctor`, `tengen engines` and `tengen compile`."""

import typer


def doctor() -> None:
    """Say whether everything works here."""
    from rich.console import Console
    from rich.table import Table

    from tengen.doctor import examine

    findings = examine()
    table = Table("", "", "", title="tengen doctor", show_header=False)
    for finding in findings:
        mark = {True: "[green]ok[/green]", False: "[red]bad[/red]", None: ""}[finding.good]
        table.add_row(finding.subject, mark, finding.text)
    Console().print(table)
    if any(finding.good is False for finding in findings):
        raise typer.Exit(1)


def engines() -> None:
    """List the engines and their settings."""
    from rich.console import Console
    from rich.table import Table

    from tengen.engines.registry import engine_class, engine_names
    from tengen.parameters import describe

    table = Table("engine", "setting", "default", "what it does", title="engines")
    for name in engine_names():
        rows = describe(engine_class(name).default_parameters)
        for setting, value, about in rows:
            told = about.help + (f" ({about.source})" if about.source else "")
            table.add_row(name, setting, f"{value} {about.unit}".strip(), told)
        if not rows:
            table.add_row(name, "", "", "nothing to set")
    Console().print(table)


def compile_() -> None:
    """Compile the kernels now, if that has not been done yet, and again what is damaged."""
    from tengen.compilation import ensure_compiled
    from tengen.kernels.code_folder import remove_damaged_files

    remove_damaged_files()
    ensure_compiled()
