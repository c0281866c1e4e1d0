"""`tengen doctor`: does everything work here?"""

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
