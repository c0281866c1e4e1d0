"""Files of packed numbers that tell of their damage: a line that says what they are, JSON with digests, the rest.

Learnt weights, clustered openings and books are such files. Whatever is wrong with one, a person hears it in one
sentence that names the file and says what to do.
"""

import hashlib
import json
import logging
import lzma
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from tengen.errors import TengenError, reason_of
from tengen.files import replace_file

Made = TypeVar("Made")
_LONGEST_LINE = 10_000_000  # bytes of JSON
_FAULTS = (
    ValueError, KeyError, TypeError, AttributeError, ArithmeticError, RecursionError, lzma.LZMAError, zlib.error,
)  # fmt: skip


@dataclass(frozen=True)
class SealedKind:
    """One kind of such files."""

    magic: bytes  # their first line
    versions: Mapping[str, int]  # names and numbers in the JSON that must be these
    noun: str  # "the openings"
    verb: str  # "are" or "is"
    foreign: str  # "is no file of …: make one with …", of a file that is something else
    again: str  # "copy or learn them again"
    anew: str  # "learn them again", of a file of another version
    largest: int = 500_000_000  # bytes

    def write(self, path: Path, about: Mapping[str, Any], body: bytes) -> None:
        """Write a file, whole or not at all."""
        told = {**self.versions, **about, "sha256": hashlib.sha256(body).hexdigest()}
        told["about_sha256"] = _digest_of(told)
        replace_file(path, self.magic + json.dumps(told).encode() + b"\n" + body)

    def load(self, path: Path) -> bytes:
        """The bytes of a file, which may be of another kind."""
        try:
            with open(path, "rb") as file:
                return file.read(self.largest)
        except OSError as error:
            raise TengenError(f"{self.noun} {path} cannot be read: {reason_of(error)}") from None

    def read(self, path: Path, make: Callable[[dict[str, Any], bytes], Made], data: bytes | None = None) -> Made:
        """What `make` makes of the JSON and the rest of a file; a `TengenError` says what is wrong with it."""
        data = self.load(path) if data is None else data
        if not data.startswith(self.magic):
            if data and self.magic.startswith(data[: len(self.magic)]):
                raise TengenError(f"{self.noun} {path} {self.verb} cut off: {self.again}")
            raise TengenError(f"{path} {self.foreign}")
        line, _, body = data[len(self.magic) :].partition(b"\n")
        try:
            about = json.loads(line[:_LONGEST_LINE])
            if any(about[name] != number for name, number in self.versions.items()):
                raise TengenError(f"{self.noun} {path} {self.verb} of another version of Tengen: {self.anew}")
            sealed = about.pop("about_sha256", None)  # the first files have none
            if hashlib.sha256(body).hexdigest() != about["sha256"] or (sealed and sealed != _digest_of(about)):
                raise TengenError(f"{self.noun} {path} {self.verb} cut off or damaged: {self.again}")
            return make(about, body)
        except TengenError:
            raise  # it is a ValueError too
        except _FAULTS as error:
            raise TengenError(f"{self.noun} {path} {self.verb} damaged: {self.again}") from error


class FilesInUse(Generic[Made]):
    """Files that are read once, and again when they have changed; what is wrong with one is said once.

    An engine asks with every game or move, and play goes on without a file that cannot be used.
    """

    def __init__(self, read: Callable[[Path], Made], missing: str, without: str, log: logging.Logger) -> None:
        """`missing` says what is not there and what to do, with {path} in it; `without`, how it goes on."""
        self._read, self._missing, self._without, self._log = read, missing, without, log
        self._kept: dict[Path, tuple[tuple[int, int], Made | TengenError]] = {}  # with what tells of a change
        self._said: set[str] = set()

    def read(self, path: Path) -> Made:
        """What is in a file; a `TengenError` says why it cannot be used."""
        try:
            path = path.expanduser()
            status = path.stat()
        except (OSError, ValueError, RuntimeError):  # not there, no name of a file, nobody's home
            raise TengenError(self._missing.format(path=path)) from None
        stamp = status.st_mtime_ns, status.st_size
        kept = self._kept.get(path)
        if kept is None or kept[0] != stamp:
            try:
                kept = stamp, self._read(path)
            except TengenError as error:
                kept = stamp, error
            self._kept[path] = kept
        if isinstance(kept[1], TengenError):
            raise kept[1]
        return kept[1]

    def find(self, path: Path) -> Made | None:
        """What is in a file; None, and a warning, where it cannot be used."""
        try:
            return self.read(path)
        except TengenError as error:
            self.warn(str(error))
            return None

    def warn(self, message: str) -> None:
        """Say once what is wrong."""
        if message not in self._said:
            self._said.add(message)
            self._log.warning("%s; %s", message, self._without)

    def forget_warnings(self) -> None:
        """Say again what was said before."""
        self._said.clear()


def _digest_of(about: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(about).encode()).hexdigest()


def by_bytes(numbers: Any) -> bytes:
    """The first bytes of all numbers of an array together, then the second: most of them are the same."""
    width = numbers.dtype.itemsize
    return bytes(numbers.reshape(-1).view("u1").reshape(-1, width).T.tobytes())
