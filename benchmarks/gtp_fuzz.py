"""Lines that no sane controller sends, for as long as one likes: each gets one answer, and the engine lives.

    .venv/bin/python benchmarks/gtp_fuzz.py --lines 200000 [--seed 1] [--checked]

A real `tengen gtp` plays, with its usual search, on all sizes from 2 to 19 in turn. The lines come from a seeded
generator, so a failure can be had again: it says the seed and the line. With --checked the engine is the checked build
(`TENGEN_CHECKED`), in which no index goes wrong unseen. tests/protocols/test_fuzz.py has 10,000 lines of the same.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from tengen.engines.registry import engine_class
from tengen.game.ruleset import RULESETS
from tengen.kernels.playouts.policies import NAMED
from tengen.parameters import describe
from tengen.protocols.gtp.commands import COMMANDS
from tengen.wire.syntax import Response, ResponseReader

SETTINGS = [name for name, _, _ in describe(engine_class("mcts").default_parameters)]
CHOICES = sorted(
    {choice for _, _, about in describe(engine_class("mcts").default_parameters) for choice in about.choices}
)

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
    "SIZE": ["2", "3", "3", "5", "9", *map(str, range(2, 20))],
    "COLUMNS": ["9"],
    "ROWS": ["9"],
    "KOMI": ["0", "0.5", "6.5", "7.5", "-3", "100"],
    "STONES": ["2", "3", "4", "9", "20"],
    "NAME": [*COMMANDS, *SETTINGS, *SETTINGS, *SETTINGS],
    "VALUE": ["0", "0.1", "1", "2", "20", "1e9", "SIMPLE", "true", "no", "AREA", *CHOICES, *NAMED, *COMMANDS],
    "KEY": ["ko", "suicide", "scoring", "tax"],
    "RULES": [*RULESETS, '{"ko":"SIMPLE","suicide":true}'],
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


LONG = ("uct_evaluate", "final_score", "final_status_list", "tengen-groups", "kgs-genmove_cleanup")  # come seldom


class Fuzzer:
    """Lines as bytes, without their line ends."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names = sorted(set(COMMANDS) - {"quit"})
        self.often = ["play", "genmove", "undo", "boardsize", "clear_board", "loadsgf", "printsgf", "gogui-setup"]

    def lines(self, count: int) -> Iterator[bytes]:
        """So many lines of all kinds."""
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
        if name in LONG and self.random.random() < 0.95:
            name = self.random.choice(self.often)
        words = [self.identity(), name]
        for usage in COMMANDS[name].usage.split():
            if usage.startswith("[") and self.random.random() < 0.5:
                continue
            kinds = [WISHES] if WISHES in usage else usage.strip("[]…").split("-")
            for _ in range(self.random.randrange(8) if "…" in usage else 1):
                words += [self.argument(kind) for kind in kinds]
        return " ".join(words).encode("utf-8", "surrogatepass")

    def argument(self, kind: str) -> str:
        """An argument of this kind, or junk."""
        junk = self.random.random() < 0.1 or kind not in WORDS
        return self.random.choice(JUNK if junk else WORDS[kind])

    def identity(self) -> str:
        """The id of a command, or nothing, or no id."""
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
        """Any bytes."""
        return self.random.randbytes(self.random.choice([1, 5, 40, 500]))

    def comment(self) -> bytes:
        """Nothing that wants an answer."""
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


def write_files(folder: Path) -> None:
    """What the lines may read."""
    (folder / "folder").mkdir()
    (folder / "other.sgf").write_text("(;SZ[5]AB[aa]AW[bb];W[cc];B[dd];W[])")
    (folder / "broken.sgf").write_text("(;SZ[5];B[aa];B[aa]")


def read_responses(output: str) -> list[Response]:
    """The responses in an engine's whole output."""
    reader = ResponseReader()
    found = [response for line in output.split("\n") if (response := reader.feed(line))]
    assert reader.last_line is None
    return found


class Conversation:
    """A real engine in a process, which is sent many lines at a time."""

    def __init__(
        self, folder: Path, seed: int, checked: bool, playouts: int = 20, options: Sequence[str] = ("--threads", "1")
    ) -> None:
        environment = {**os.environ, **({"TENGEN_CHECKED": "1", "NUMBA_OPT": "1"} if checked else {})}
        command = [sys.executable, "-m", "tengen", "gtp", "--playouts", str(playouts), "--seed", str(seed), "--quiet"]
        self._errors = (folder / "errors.txt").open("wb")
        self._process = subprocess.Popen(
            [*command, "--size", "9", "--set", "memory=5", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            cwd=folder,
            env=environment,
        )
        self._folder = folder
        self._number = 0

    def send(self, lines: list[bytes], patience: float = 900.0) -> list[Response]:
        """The answers to these lines, in their order; an engine that dies, or takes longer, is an error."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._number += 1
        mark = f"end of {self._number}"
        sent = b"\n".join([*lines, b"424242 echo " + mark.encode()]) + b"\n"
        # Written by another thread: an engine that answers much may wait for us to read.
        writer = threading.Thread(target=self._write, args=(sent,), daemon=True)
        alarm = threading.Timer(patience, self._process.kill)
        writer.start()
        alarm.start()
        reader = ResponseReader()
        found: list[Response] = []
        try:
            for line in self._process.stdout:
                response = reader.feed(line.decode().rstrip("\n"))
                if response is not None:
                    if response.text == mark:
                        return found
                    found.append(response)
        finally:
            alarm.cancel()
        code = self._process.wait()
        told = (self._folder / "errors.txt").read_text(errors="replace")[-2000:]
        raise AssertionError(f"the engine ended with {code} after {len(found)} answers: {told}")

    def _write(self, sent: bytes) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(sent)
            self._process.stdin.flush()
        except OSError:
            pass  # it died, which is seen elsewhere

    def memory(self) -> float:
        """Megabytes that the engine has in use."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        self._errors.close()


def check_answers(lines: list[bytes], found: list[Response]) -> None:
    """Each line that says something has one answer, with its own number, and none was an error of ours."""
    asked = [line for line in lines if words_of(line)]
    assert len(found) == len(asked), f"{len(found)} answers to {len(asked)} lines"
    for line, response in zip(asked, found, strict=True):
        first = words_of(line)[0]
        if first.isascii() and first.isdigit() and len(first) <= 1000:
            assert response.id == int(first), line
        assert not response.noise, line
        assert "internal error" not in response.text, (line[:200], response.text[:300])


def main() -> None:
    """Send as many lines as the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=200_000)
    parser.add_argument("--seconds", type=float, default=0.0, help="go on for so long instead")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=500, help="lines sent at once")
    parser.add_argument("--checked", action="store_true", help="with the checked build")
    options = parser.parse_args()
    began, sent, successes, sizes = time.monotonic(), 0, 0, Counter[str]()
    with tempfile.TemporaryDirectory() as name:
        write_files(Path(name))
        engine = Conversation(Path(name), options.seed, options.checked)
        fuzzer = Fuzzer(options.seed)
        first = 0.0
        while time.monotonic() - began < options.seconds if options.seconds else sent < options.lines:
            lines = list(fuzzer.lines(options.batch))
            found = engine.send(lines)
            check_answers(lines, found)
            sent += len(lines)
            successes += sum(response.success for response in found)
            for line, response in zip((line for line in lines if words_of(line)), found, strict=True):
                words = [word for word in words_of(line) if not word.isdigit() or word in WORDS["SIZE"]]
                if response.success and "boardsize" in words[:2] and words[-1] in WORDS["SIZE"]:
                    sizes[words[-1]] += 1
            first = first or engine.memory()
            if sent % 10_000 < options.batch:
                print(f"{sent} lines, {time.monotonic() - began:.0f} s, {engine.memory():.0f} MB", file=sys.stderr)
        last = engine.memory()
        engine.close()
    seconds = time.monotonic() - began
    print(f"{sent} lines, seed {options.seed}: each answered once, {successes} with success; {seconds:.0f} s")
    print(f"memory {first:.0f} MB after the first lines, {last:.0f} MB after the last")
    print("boards: " + ", ".join(f"{size}x{size} {sizes[size]} times" for size in sorted(sizes, key=int)))


if __name__ == "__main__":
    main()
