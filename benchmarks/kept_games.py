"""Keep the games behind the published figures in results/, and take them out again to go on with the matches.

    python benchmarks/kept_games.py keep FOLDER      every store FOLDER/NAME.db becomes results/NAME.db.xz
    python benchmarks/kept_games.py take FOLDER      every results/NAME.db.xz that is not there becomes FOLDER/NAME.db

Reports of regression suites, FOLDER/suite-NAME.json, are kept and taken likewise. `make results` takes everything and
writes the pages from it.

A store is what `tengen match` writes: every game with its moves, players and versions. Left out are what it says of
the machines that played, and the table of single moves, whose times and win rates are in the comments of the games too.
"""

import argparse
import lzma
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from tengen.files import replace_file

KEPT = Path(__file__).resolve().parent.parent / "results"
_REPORTS = "suite-*.json"
_LEFT_OUT = ("claims", "runners", "moves")  # tables of a store


def keep(folder: Path, kept: Path = KEPT) -> list[Path]:
    """Pack the stores and reports of a folder; where they may be in use, as they are at this moment."""
    kept.mkdir(exist_ok=True)
    written = []
    for path in sorted(folder.glob("*.db")):
        with tempfile.TemporaryDirectory() as place:
            copy = Path(place) / path.name
            with closing(sqlite3.connect(path)) as store:
                store.execute("VACUUM INTO ?", (str(copy),))
            with closing(sqlite3.connect(copy, isolation_level=None)) as store:
                for table in _LEFT_OUT:
                    store.execute(f"DELETE FROM {table}")
                store.execute("VACUUM")
            written.append(_pack(copy, kept))
    return written + [_pack(path, kept) for path in sorted(folder.glob(_REPORTS))]


def _pack(path: Path, kept: Path) -> Path:
    out = kept / f"{path.name}.xz"
    replace_file(out, lzma.compress(path.read_bytes(), preset=9))
    return out


def take(folder: Path, kept: Path = KEPT) -> list[Path]:
    """Unpack the stores and reports that are not in the folder yet."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [path for path in sorted(kept.glob("*.xz")) if not (folder / path.stem).exists()]
    for path in missing:
        replace_file(folder / path.stem, lzma.decompress(path.read_bytes()))
    return [folder / path.stem for path in missing]


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("keep", "take"))
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    done = keep(arguments.folder) if arguments.command == "keep" else take(arguments.folder)
    for path in done:
        print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
