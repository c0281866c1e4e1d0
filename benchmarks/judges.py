"""Engines that are asked about positions: what they would play, and how likely they are to win.

See `judgement.py`, which asks them.
"""

import re
import shlex
import tempfile
import time
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol

import tengen
from tengen.engines import Limit, SearchRequest, create_engine
from tengen.engines.gtp_thoughts import read_cgos
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.search.report import SearchReport
from tengen.wire.client import GtpClient

PATIENCE = 120.0  # seconds for an answer of a program
LATE = 2.0  # seconds that its error output may come after its answer
SOURCES = (".py", ".csv", ".bin", ".onnx")
ANALYSES = ("lz-genmove_analyze", "kata-genmove_analyze")
_INFO = re.compile(r"info move (\S+)((?: (?!info |pv )\S+)*)")


@dataclass(frozen=True)
class Question:
    """A position of a game."""

    game: str  # a name made of its moves
    at: int
    position: Position
    played: Vertex
    black_won: bool


@dataclass(frozen=True)
class Opinion:
    """What an engine says: its move, and the win rate and lead of the player to move."""

    move: str
    winrate: float | None  # of the move
    score: float | None = None
    mean: float | None = None  # win rate of the whole search, where it is told


class Judge(Protocol):
    """An engine that is asked."""

    about: dict[str, Any]  # all that its answers depend on

    def ask(self, question: Question) -> Opinion:
        """Its opinion of a position."""

    def close(self) -> None:
        """End it."""


def source_of_engine() -> str:
    """A name for the state of what searches: its answers are not mixed with those of another."""
    folder, digest = Path(tengen.__file__).parent, blake2b(digest_size=8)
    for package in ("kernels", "search", "engines/builtin"):
        for file in sorted(file for file in (folder / package).rglob("*") if file.suffix in SOURCES):
            digest.update(file.read_bytes())
    return digest.hexdigest()


class OwnJudge:
    """An engine of this house, one thread; every position is begun with nothing known and a seed of its own."""

    def __init__(self, engine: str, settings: dict[str, str], playouts: int, seed: int) -> None:
        self.about: dict[str, Any] = {"engine": engine, "settings": settings, "playouts": playouts, "seed": seed}
        self.about["source"] = source_of_engine()
        create_engine(engine, settings=settings).close()  # refuses what cannot be

    def ask(self, question: Question) -> Opinion:
        """Search, or play where it cannot."""
        about = self.about
        seed = int(question.game, 16) // 2 + question.at + about["seed"]
        with create_engine(about["engine"], threads=1, seed=seed % 2**31, settings=about["settings"]) as engine:
            if engine.can_search:
                report = engine.search(SearchRequest(question.position, Limit(about["playouts"])))
            else:  # it plays at once
                report = engine.choose_move(question.position).search or SearchReport(question.position)
        return Opinion(str(report.best.vertex), report.winrate, report.score, report.mean_winrate)

    def close(self) -> None:
        """Nothing is held."""


class GtpJudge:
    """Any program that speaks GTP and tells a win rate."""

    def __init__(self, command: str, folder: str | None, told: str | None) -> None:
        self._told = re.compile(told) if told else None
        self._errors = tempfile.NamedTemporaryFile("r", suffix=".txt", errors="replace")  # noqa: SIM115
        place = f"cd {shlex.quote(folder)} && " if folder else ""
        name = Path(shlex.split(command)[0]).name
        shell = f"{place}exec {command} 2>{shlex.quote(self._errors.name)}"
        self._client = GtpClient(["sh", "-c", shell], timeout=PATIENCE, name=name)
        known = self._client.list_commands()
        wanted = (*ANALYSES, "cgos-genmove_analyze", *(("genmove",) if told else ()))
        self._command = next((word for word in wanted if word in known), None)
        if self._command is None:
            self.close()
            raise TengenError(f"{name} has none of {', '.join(wanted)}: say with --told what it prints")
        version = " ".join(self._client.send(word) for word in ("name", "version"))
        self.about: dict[str, Any] = {"gtp": command, "version": version, "told": told}

    def ask(self, question: Question) -> Opinion:
        """Set the position up and have it play."""
        position, send = question.position, self._client.send
        for line in (f"boardsize {position.size}", "clear_board", f"komi {position.komi:g}"):
            send(line)
        for move in position.moves:
            send(f"play {move.color.letter} {move.vertex}")
        self._errors.seek(0, 2)
        interval = " 1" if self._command in ANALYSES else ""
        answer = send(f"{self._command} {position.to_play.letter}{interval}")
        if self._command == "genmove":
            opinion = Opinion(answer.strip(), None)
        elif interval:
            opinion = read_analysis(answer)
        else:
            choice, thoughts = read_cgos(answer)
            opinion = Opinion(choice or "", thoughts.winrate, thoughts.score)
        if self._told is not None:
            opinion = Opinion(opinion.move, self._read_told(self._told))
        return opinion

    def _read_told(self, pattern: re.Pattern[str]) -> float | None:
        """The win rate in the error output, which may come later than the answer."""
        deadline, text = time.monotonic() + LATE, ""
        while True:
            text += self._errors.read()
            rate = last_told(text, pattern)
            if rate is not None or time.monotonic() > deadline:
                return rate
            time.sleep(0.01)

    def close(self) -> None:
        """End the program."""
        self._client.close()
        self._errors.close()


def last_told(text: str, pattern: re.Pattern[str]) -> float | None:
    """The last win rate that the pattern finds: percent where it finds the sign, too, or else a share of one.

    >>> last_told("score 97.5% … score 0.5%", re.compile("score ([0-9.]+)%"))
    0.005
    >>> last_told("winrate 0.5", re.compile("winrate ([0-9.]+)"))
    0.5
    """
    found = list(pattern.finditer(text))
    return float(found[-1][1]) / (100 if "%" in found[-1][0] else 1) if found else None


def read_analysis(text: str) -> Opinion:
    r"""The move played, and the win rate that the last analysis gives it.

    Leela Zero writes win rates as whole numbers of 10,000, KataGo as shares.

    >>> read_analysis("info move D4 visits 9 winrate 4810 order 0 pv D4 info move C3 visits 1 winrate 10\nplay D4")
    Opinion(move='D4', winrate=0.481, score=None)
    """
    move, rates = "", {}
    for line in text.splitlines():
        if line.startswith("info "):
            rates = dict(_INFO.findall(line))
        elif line.lower().startswith("play "):
            move = line[5:].strip()
    words = rates.get(move, "").split()
    rate = dict(zip(words[0::2], words[1::2], strict=False)).get("winrate")
    if rate is None:
        return Opinion(move, 0.0 if move.lower() == "resign" else None)
    return Opinion(move, float(rate) if "." in rate else float(rate) / 10_000)
