"""The saved analysis of a game: one JSON file, and while the review goes on, a journal beside it.

Each position is a line of the journal as soon as it is known, so a review that is broken off, even by kill -9, loses
the position it was at and no other. At the end everything goes into the JSON file at once and the journal is removed.
What was found with other settings, or by other sources, is not used.
"""

import json
import logging
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from tengen.errors import TengenError
from tengen.records.writer import save_atomically
from tengen.review.reviewed_position import ReviewedPosition

log = logging.getLogger(__name__)
FORM = 1  # of the file


class SavedAnalysis:
    """What is known of the positions of a game, by their keys, and kept in files.

    `settings` are those the analysis is made with; only what was found with the same ones is known.
    """

    def __init__(self, path: str | os.PathLike[str], size: int, settings: Mapping[str, Any]) -> None:
        self.path = Path(path)
        self.journal = self.path.with_suffix(".jsonl")
        self.size = size
        self.settings = {"form": FORM, **json.loads(json.dumps(settings))}
        self.known: dict[str, ReviewedPosition] = {}
        self._file: IO[str] | None = None
        self._told = False  # that a file is damaged
        self._in_file = self._read_file()
        self._read_journal()

    def __getitem__(self, key: str) -> ReviewedPosition:
        return self.known[key]

    def __contains__(self, key: object) -> bool:
        return key in self.known

    def add(self, key: str, evaluation: ReviewedPosition) -> None:
        """Keep what was found, at once."""
        if self._file is None:
            self._begin_journal()
        assert self._file is not None
        self.known[key] = evaluation
        try:
            self._file.write(_line({"key": key, **evaluation.to_dict()}))
            self._file.flush()
        except OSError as error:
            raise TengenError(f"{self.journal} cannot be written: {error.strerror or error}") from None

    def finish(self, keys: Iterable[str]) -> None:
        """Write the file with what is known of these positions, the journal is no longer needed."""
        self.close()
        wanted = [key for key in dict.fromkeys(keys) if key in self.known]
        if set(wanted) != self._in_file:
            positions = {key: self.known[key].to_dict() for key in wanted}
            text = json.dumps({"settings": self.settings, "positions": positions}, separators=(",", ":"))
            save_atomically(self.path, text.encode() + b"\n")
            self._in_file = set(wanted)
        self.journal.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the journal, which stays for the next time."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # ---- files -----------------------------------------------------------------------

    def _read_file(self) -> set[str]:
        """The keys that the file has."""
        plain = _plain(_text_of(self.path))
        if plain is None and self.path.is_file():
            self._tell_of_damage(self.path)
        if not isinstance(plain, dict) or plain.get("settings") != self.settings:
            return set()
        positions = plain.get("positions")
        for key, value in positions.items() if isinstance(positions, dict) else ():
            self._learn(key, value, self.path)
        return set(self.known)

    def _read_journal(self) -> None:
        lines = _text_of(self.journal).split("\n")
        if lines and _plain(lines[0]) == {"settings": self.settings}:
            for number, line in enumerate(lines[1:], 2):
                plain = _plain(line)
                if isinstance(plain, dict):
                    self._learn(plain.get("key"), plain, self.journal)
                elif number < len(lines):  # what comes last has no end, or is nothing: it was broken off, or not
                    self._tell_of_damage(self.journal)

    def _learn(self, key: object, plain: Any, path: Path) -> None:
        try:
            self.known[str(key)] = ReviewedPosition.from_dict(plain, self.size)
        except TengenError:
            self._tell_of_damage(path)

    def _tell_of_damage(self, path: Path) -> None:
        """Say once that not all can be used; what cannot is found again."""
        if not self._told:
            self._told = True
            log.warning("%s is damaged: what cannot be read of it is analysed again, and the file made anew", path)

    def _begin_journal(self) -> None:
        """A journal with what no file has yet, written at once; whatever was broken in an old one is gone."""
        lines = [_line({"settings": self.settings})]
        lines += [_line({"key": key, **kept.to_dict()}) for key, kept in self.known.items() if key not in self._in_file]
        save_atomically(self.journal, "".join(lines).encode())
        try:
            self._file = open(self.journal, "a", encoding="utf-8")  # noqa: SIM115
        except OSError as error:
            raise TengenError(f"{self.journal} cannot be written: {error.strerror or error}") from None


def _line(plain: Mapping[str, Any]) -> str:
    return json.dumps(plain, separators=(",", ":")) + "\n"


def _text_of(path: Path) -> str:
    try:
        # A broken letter breaks its own line, not the others.
        return path.read_bytes().decode("utf-8", "replace") if path.is_file() else ""
    except OSError:
        return ""


def _plain(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
