"""`tengen lab events`: the matches, tournaments and experiments of a store."""

import json
from typing import TYPE_CHECKING, Any

from tengen.cli.options import RESULTS, AsJson, StoreFile
from tengen.errors import TengenError

if TYPE_CHECKING:
    from tengen.lab.store import Event, Store


def events(store: StoreFile = RESULTS, as_json: AsJson = False) -> None:
    """List the matches, tournaments and experiments of a store."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from tengen.lab.results import results_of, total_games
    from tengen.lab.store import Store

    with Store(store, create=False) as opened:
        rows: list[dict[str, Any]] = []
        for event in opened.events():
            played, wanted = total_games(results_of(opened, event))
            rows.append({"id": event.id, "kind": event.kind, "name": event.name, "games": played, "wanted": wanted})
    if as_json:
        print(json.dumps(rows))
        return
    table = Table("", "kind", "name", "games", box=None)
    for row in rows:
        table.add_row(str(row["id"]), row["kind"], Text(row["name"]), f"{row['games']}/{row['wanted']}")
    Console().print(table if rows else f"{store} has no events yet", markup=False)


def find_events(store: "Store", text: str) -> list["Event"]:
    """The events that `text` means: one by its number, or all with it in their names."""
    known = store.events()
    if not text:
        return known
    found = [event for event in known if text == str(event.id)]
    found = found or [event for event in known if text.lower() in event.name.lower()]
    if not found:
        raise TengenError(f"{store.path} has no event {text!r}: tengen lab events --store {store.path} lists them")
    return found
