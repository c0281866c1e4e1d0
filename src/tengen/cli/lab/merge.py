"""`tengen lab merge`: the results of several machines in one store."""

from pathlib import Path
from typing import Annotated

import typer

from tengen.errors import TengenError


def merge(
    target: Annotated[Path, typer.Argument(help="The store that gets the games; made if it is not there.")],
    sources: Annotated[list[Path], typer.Argument(help="Stores of other machines; they are only read.")],
) -> None:
    """Put the results of several machines together."""
    from tengen.lab.store import Store
    from tengen.lab.store.merge import merge as merge_stores

    for source in sources:
        if not source.exists():
            raise TengenError(f"there is no store {source}")
    with Store(target) as opened:
        for source in sources:
            print(f"{source}: {merge_stores(opened, source)}")
