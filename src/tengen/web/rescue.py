"""The last resort: games that could not be written where they belong when the server ended."""

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tengen.errors import TengenError
from tengen.web.writing import reason_of


def rescue(games: Mapping[Path, tuple[bytes, str]], folder: Path) -> str:
    """Write games (data, and why not where they belong) to the temporary folder; what to tell the player.

    The files keep their places below `folder`, so that they can be copied back as they are; beside a game lies its SGF.
    """
    why = "; ".join(sorted({why for _, why in games.values()}))
    told = f"{len(games)} game{'s' if len(games) > 1 else ''} could not be written to {folder} ({why})"
    try:
        shelter = Path(tempfile.mkdtemp(prefix="tengen-games-"))
        for path, (data, _) in games.items():
            place = shelter / path.relative_to(folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
            if place.suffix == ".json":
                place.with_suffix(".sgf").write_text(json.loads(data)["sgf"], encoding="utf-8")
    except (OSError, ValueError, TengenError) as error:
        names = ", ".join(path.stem for path in games)
        return f"{told}, nor to {tempfile.gettempdir()} ({reason_of(error)}), and so this is lost: {names}"
    return f"{told}. What was left is in {shelter}: copy that to {folder}, or open the .sgf files on the page."
