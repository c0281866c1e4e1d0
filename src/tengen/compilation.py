"""Compiling the kernels in front of a person: once, with a progress bar, on standard error."""

import sys


def ensure_compiled() -> None:
    """Compile the kernels if that has not been done yet on this machine."""
    from tengen.kernels.code_folder import is_compiled

    if not is_compiled():
        compile_with_progress()


def compile_with_progress() -> float:
    """Compile, showing how far it is; returns the seconds it took."""
    from tengen.kernels.warm_up import warm_up

    if not sys.stderr.isatty():
        return _compile_plainly()
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("Compiling the kernels, once"),
        BarColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=False) as bar:
        task = bar.add_task("starting", total=None)
        return warm_up(lambda name, done, total: bar.update(task, description=name, completed=done, total=total))


def _compile_plainly() -> float:
    """For logs: one line a step. None begins like an answer of a protocol."""
    from tengen.kernels.warm_up import warm_up

    def tell(name: str, done: int, total: int) -> None:
        print(f"compiling the kernels, once: {done}/{total} {name}", file=sys.stderr, flush=True)

    return warm_up(tell)
