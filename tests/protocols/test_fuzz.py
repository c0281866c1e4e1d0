"""Ten thousand lines that no sane controller sends: each gets one answer, and the board stays a board.

The lines come from a seeded generator, so a failure can be had again; the message of a failing assertion
says which line it was.
"""

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tengen.compilation import ensure_compiled
from tengen.engines import create_engine
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.ruleset import Ko
from tengen.protocols.gtp.commands import COMMANDS
from tengen.protocols.gtp.session import GtpSession
from tengen.wire.syntax import Response, ResponseReader

SEED = 20020101
LINES = 10_000
LINES_TO_A_PROCESS = 2_500

JUNK = [
    *("0", "1", "-1", "2", "19", "20", "361", "9" * 20, "9" * 400, "-" * 50, "1e5", "1e400", "-0", "0x10", "1_000"),
    *("nan", "inf", "-inf", "NaN", "٣", "½", "3.14", ".", "..", "/", "+", "true", "None", "null", "%s%n", "\\n"),
    *("black", "white", "pass", "resign", "PASS", "A1", "T19", "Z99", "I9", "a0", "D4D4", "d-4", "Ｄ4", "🀄", "é"),
    *("{}", "[]", '{"ko":"SIMPLE"}', '{"ko":1e999}', '{"a":' * 60, '"\\ud800"', "{" * 500, "x" * 3000, "''", "$(ls)"),
    *("=", "?", "=1", "info", "play", "dead", "e", "game.sgf", "folder", "./game.sgf", "no/such/x.sgf", "\u2028"),
]

WISHES = "interval|minmoves|maxmoves|avoid|allow"  # and more, of an analysis

# Arguments that a command's usage asks for, right ones for the most part.
WORDS = {
    "COLOR": ["b", "w", "B", "W", "black", "white", "White"],
    "VERTEX": [f"{column}{row}" for column in "ABCDEFGHJabct" for row in range(1, 10)] + ["pass", "PASS"],
    "SIZE": ["2", "3", "5", "7", "9", "9", "9", "13", "19"],
    "COLUMNS": ["9"],
    "ROWS": ["9"],
    "KOMI": ["0", "0.5", "6.5", "7.5", "-3", "100"],
    "STONES": ["2", "3", "4", "9", "20"],
    "NAME": [*COMMANDS, "resign_below"],
    "VALUE": ["0.1", "SIMPLE", "true", "AREA"],
    "KEY": ["ko", "suicide", "scoring", "tax"],
    "RULES": ["chinese", "japanese", "aga", "new_zealand", "tromp-taylor", '{"ko":"SIMPLE","suicide":true}'],
    "STATUS": ["dead", "alive", "seki", "dame", "black_territory", "white_territory"],
    "KIND": ["none", "absolute", "byoyomi", "canadian", "fischer", "fischer-capped"],
    "NUMBER": ["0", "1", "30", "600.5"],
    "FILE": ["game.sgf", "other.sgf", "broken.sgf", "missing.sgf", "folder", "no/such/folder/game.sgf", "x" * 300],
    "MOVE": ["1", "2", "10", "999"],
    "MOVES": ["0", "1", "2"],
    "MAIN": ["0", "60", "300"],
    "OVERTIME": ["0", "10"],
    "LEAST_VISITS": ["0", "1", "100"],
    "DEPTH": ["0", "3", "200"],
    "TIME": ["0", "10", "59.9"],
    "INTERVAL": ["0", "1", "10", "100"],
    "STATE": ["on", "off"],
    WISHES: [
        *("interval 5", "minmoves 9", "maxmoves 2", "avoid b D4,E5 3", "allow w A1,B2,pass 1", "allow b C3 9"),
        *("ownership true", "ownershipStdev true", "rootInfo true", "pvVisits true", "avoid w D4", "allow b Z1 0"),
    ],
}
FILES = {*WORDS["FILE"], "", "/", ".", ".."}  # what loadsgf and printsgf may be given: nothing outside the folder


class Fuzzer:
    """Lines as bytes, without their line ends."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names = sorted(set(COMMANDS) - {"quit"})
        self.often = ["play", "genmove", "undo", "boardsize", "clear_board", "loadsgf", "printsgf", "gogui-setup"]

    def lines(self, count: int) -> Iterator[bytes]:
        kinds = (self.command, self.mutant, self.nonsense, self.noise, self.comment)
        while count:
            (kind,) = self.random.choices(kinds, (55, 20, 12, 8, 5))
            line = kind().replace(b"\n", b" ")
            if harmless(line):
                count -= 1
                yield line

    def command(self) -> bytes:
        """A command as its usage wants it, with an id or without; one argument in ten is junk."""
        name = self.random.choice(self.often if self.random.random() < 0.4 else self.names)
        words = [self.identity(), name]
        for usage in COMMANDS[name].usage.split():
            if usage.startswith("[") and self.random.random() < 0.5:
                continue
            kinds = [WISHES] if WISHES in usage else usage.strip("[]…").split("-")
            for _ in range(self.random.randrange(8) if "…" in usage else 1):
                words += [self.argument(kind) for kind in kinds]
        return " ".join(words).encode("utf-8", "surrogatepass")

    def argument(self, kind: str) -> str:
        junk = self.random.random() < 0.1 or kind not in WORDS
        return self.random.choice(JUNK if junk else WORDS[kind])

    def identity(self) -> str:
        ids = ["", "", "0", str(self.random.randrange(10**6)), "9" * 30, "007", "9" * 2000, "-1", "1.5"]
        return self.random.choices(ids, (6, 6, 1, 6, 1, 1, 0.2, 0.5, 0.5))[0]

    def mutant(self) -> bytes:
        """A command with some bytes lost, doubled, changed or moved."""
        line = bytearray(self.command())
        for _ in range(self.random.randrange(1, 5)):
            at = self.random.randrange(len(line) + 1)
            match self.random.randrange(5):
                case 0:
                    del line[at : at + self.random.randrange(1, 4)]
                case 1:
                    line[at:at] = line[at : at + 6]
                case 2:
                    line[at:at] = bytes([self.random.randrange(256)])
                case 3:
                    line[at:at] = self.random.choice([b" ", b"\t", b"#", b"\r", b"\0", b"\x1b[2J", b"  "])
                case _:
                    line = line[at:] + line[:at]
        return bytes(line)

    def nonsense(self) -> bytes:
        """A command, known or not, with any words behind it."""
        words = [self.identity(), self.random.choice([*self.names, *JUNK])]
        words += self.random.choices(JUNK, k=self.random.randrange(6))
        return " ".join(words).encode("utf-8", "surrogatepass")

    def noise(self) -> bytes:
        return self.random.randbytes(self.random.choice([1, 5, 40, 500]))

    def comment(self) -> bytes:
        return self.random.choice([b"", b"   ", b"\t", b"\r", b"# genmove b", b"#", b"# interrupt", b" \x01 # 3 name"])


def words_of(line: bytes) -> list[str]:
    """The words of a line as sections 2.2 and 3.1 have it: no control characters, no comment."""
    text = re.sub(r"[\x00-\x08\x0a-\x1f\x7f]", "", line.decode("utf-8", "replace"))
    return [word for word in text.partition("#")[0].replace("\t", " ").split(" ") if word]


def harmless(line: bytes) -> bool:
    """Neither the end of the session nor a file outside the folder the test runs in."""
    name, argument, *_ = [*(word for word in words_of(line) if not word.isdigit()), "", ""]
    if name in ("loadsgf", "printsgf", "tengen-dump_tree_json"):
        return argument in FILES or not ("/" in argument or "." in argument[:2])
    return name != "quit"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to run in: whatever a line makes the engine write stays there."""
    ensure_compiled()
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("other.sgf").write_text("(;SZ[5]AB[aa]AW[bb];W[cc];B[dd];W[])")
    Path("broken.sgf").write_text("(;SZ[5];B[aa];B[aa]")
    return tmp_path


def read_responses(output: str) -> list[Response]:
    reader = ResponseReader()
    found = [response for line in output.split("\n") if (response := reader.feed(line))]
    assert reader.last_line is None
    return found


def assert_consistent(session: GtpSession) -> None:
    """What the commands tell is what the position knows, and playing its moves again leads to it."""
    position = session.position
    for color in (BLACK, WHITE):
        told = session.answer(f"list_stones {color}").split()[1:]
        assert told == [str(vertex) for vertex, stone in position.stones.items() if stone is color]
        assert session.answer(f"captures {color}") == f"= {position.captures(color)}\n\n"
    assert session.answer("query_boardsize") == f"= {position.size}\n\n"
    again = Position(position.size, rules=position.rules.changed(ko=Ko.SIMPLE, suicide=True))
    again.set_up(position.initial_stones, position.initial_player)
    for move in position.moves:
        again.play(move.vertex, move.color)
    assert (again.stones, again.hash, again.ko) == (position.stones, position.hash, position.ko)
    assert all(position.group(vertex).liberties for vertex in position.stones)


def feed(session: GtpSession, lines: Iterator[bytes], every: int) -> int:
    """Send lines, looking at the board after so many; how many of them were answered with success."""
    successes, mistakes = 0, []
    for number, line in enumerate(lines, 1):
        output = session.answer(line.decode("utf-8", "replace") + "\n")
        found = read_responses(output)
        assert len(found) == (1 if words_of(line) else 0), line
        if found:
            (response,) = found
            assert not response.noise, line
            if "internal error" in response.text:
                mistakes.append((line[:200], response.text[:200]))
            assert output.endswith("\n\n"), line
            successes += response.success
            first = words_of(line)[0]
            if first.isascii() and first.isdigit() and len(first) <= 1000:
                assert response.id == int(first), line
        if number % every == 0:
            assert_consistent(session)
    assert mistakes == []
    assert not session.ended
    return successes


def test_ten_thousand_lines(folder: Path) -> None:
    session = GtpSession(create_engine("random", seed=1), size=9)
    successes = feed(session, Fuzzer(SEED).lines(LINES), every=25)
    assert LINES // 4 < successes < LINES * 3 // 4  # the lines are a good mixture
    assert {"game.sgf", "other.sgf", "broken.sgf", "folder"} <= set(os.listdir())
    assert list((folder / "folder").iterdir()) == []
    assert not list(folder.glob(".*.tmp"))


def test_lines_to_an_engine_that_thinks() -> None:
    with create_engine("montecarlo", seed=1, playouts=20) as engine:
        successes = feed(GtpSession(engine, size=9), Fuzzer(SEED + 1).lines(LINES // 20), every=10)
    assert successes > LINES // 80


def test_lines_to_an_engine_that_analyses() -> None:
    """Most of them are requests for analysis, some of which make sense."""
    fuzzer = Fuzzer(SEED + 2)
    fuzzer.often = ["lz-analyze", "kata-analyze", "lz-genmove_analyze", "kata-genmove_analyze", "cgos-genmove_analyze"]
    fuzzer.names = [*fuzzer.often, "play", "undo", "boardsize", "tengen-ladders", "tengen-priors", "kgs-rules"]
    with create_engine("mcts", seed=1, playouts=20, settings={"memory": 5}) as engine:
        successes = feed(GtpSession(engine, size=9), fuzzer.lines(LINES // 20), every=10)
    assert successes > LINES // 80


def test_lines_to_a_real_process(folder: Path) -> None:
    lines = list(Fuzzer(SEED).lines(LINES_TO_A_PROCESS))
    done = subprocess.run(
        [sys.executable, "-m", "tengen", "gtp", "--engine", "random", "--seed", "1", "--size", "9"],
        input=b"\n".join(lines) + b"\n424242 echo still here\n",
        capture_output=True,
        cwd=folder,
        timeout=120,
    )
    found = read_responses(done.stdout.decode())
    assert found[-1] == Response(424242, True, "still here")
    assert len(found) == sum(bool(words_of(line)) for line in lines) + 1
    assert not any(response.noise for response in found)
    assert b"internal error" not in done.stdout
    assert b"Traceback" not in done.stdout + done.stderr
    assert done.returncode == 0
