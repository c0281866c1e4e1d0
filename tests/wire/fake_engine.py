"""A small GTP engine that can misbehave on purpose, for testing whatever drives engines.

Run it with the interpreter of the tests; it imports nothing of ours, so it starts in a few milliseconds:

    python fake_engine.py --mode slow --command genmove --seconds 5

Modes:
    good        answers properly; genmove gives a legal move on the board it knows
    slow        sleeps --seconds before answering --command ('start': before reading anything)
    lying       genmove answers --move, legal or not
    dying       writes to stderr and exits with status 3 at the --nth command
    garbage     junk lines on stdout before every answer
    wrong-id    every answer carries another id
    no-id       no answer carries an id
    silent      reads, never answers
    noisy       floods stderr (4 MB) before every answer
    crlf        ends lines with CR LF
    half        leaves out the final empty line of the --command's answer, then hangs
    flood       answers the --command with 20 MB without a line end
    chatty      answers every command 200 times
    stubborn    ignores quit, the end of its input and SIGTERM
    mute-exit   closes its stdout at the --nth command but lives on
"""

import argparse
import os
import signal
import sys
import time

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
COMMANDS = {
    *("protocol_version", "name", "version", "known_command", "list_commands", "quit"),
    *("boardsize", "clear_board", "komi", "play", "genmove", "undo", "showboard"),
    *("final_score", "time_settings", "time_left"),
}


class RefusedError(Exception):
    """The command fails; the message goes to the controller."""


class Board:
    """Remembers who played where; knows no captures, so it only ever thinks too many points are taken."""

    def __init__(self) -> None:
        self.size = 9
        self.moves: list[str] = []

    def answer(self, name: str, arguments: list[str]) -> str:
        if name == "protocol_version":
            return "2"
        if name in ("name", "version"):
            return {"name": "Fake", "version": "1.0"}[name]
        if name == "known_command":
            return "true" if arguments[:1] and arguments[0] in COMMANDS else "false"
        if name == "list_commands":
            return "\n".join(sorted(COMMANDS))
        if name == "boardsize":
            if not 2 <= int(arguments[0]) <= 25:
                raise RefusedError("unacceptable size")
            self.size, self.moves = int(arguments[0]), []
        elif name == "clear_board":
            self.moves = []
        elif name == "play":
            self.play(arguments[1].upper())
        elif name == "genmove":
            self.play(move := self.first_safe_point())
            return move
        elif name == "undo":
            if not self.moves:
                raise RefusedError("cannot undo")
            self.moves.pop()
        elif name == "showboard":
            rows = [
                "".join(" X" if self.point(x, y) in self.moves else " ." for x in range(self.size))
                for y in range(self.size)
            ]
            return "\n".join(["", *reversed(rows)])
        elif name == "final_score":
            return "0"
        elif name not in COMMANDS:
            raise RefusedError("unknown command")
        return ""

    @staticmethod
    def point(x: int, y: int) -> str:
        return f"{LETTERS[x]}{y + 1}"

    def play(self, move: str) -> None:
        if move not in ("PASS", "RESIGN") and move in self.moves:
            raise RefusedError("illegal move")
        self.moves.append(move)

    def first_safe_point(self) -> str:
        """The first free point beside a free point: never suicide, never a ko."""
        taken = set(self.moves)
        for y in range(self.size):
            for x in range(self.size):
                beside = ((x + dx, y + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))
                inside = [self.point(a, b) for a, b in beside if 0 <= a < self.size and 0 <= b < self.size]
                if self.point(x, y) not in taken and not taken.issuperset(inside):
                    return self.point(x, y)
        return "PASS"


def write(text: str, line_end: str = "\n") -> None:
    sys.stdout.buffer.write(text.replace("\n", line_end).encode())
    sys.stdout.buffer.flush()


def hang() -> None:
    while True:
        time.sleep(60)


def serve(options: argparse.Namespace) -> None:
    mode = options.mode
    if mode == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if mode == "slow" and options.command == "start":
        time.sleep(options.seconds)
    board = Board()
    for count, line in enumerate(sys.stdin, 1):
        number, _, rest = line.strip().partition(" ")
        if not number.isdigit():
            number, rest = "", line
        name, *arguments = rest.split()
        chosen = name == options.command
        if mode == "silent" or (name == "quit" and mode == "stubborn"):
            continue
        if mode == "dying" and count >= options.nth:
            sys.stderr.write("about to die\nfatal: the ladder was broken\n")
            sys.exit(3)
        if mode == "mute-exit" and count >= options.nth:
            os.close(1)
            hang()
        if mode == "slow" and chosen:
            time.sleep(options.seconds)
        if mode == "garbage":
            write("Hello from the engine!\n\n=====\ninfo move D4 = good?\n")
        if mode == "noisy":
            sys.stderr.write(("thinking " * 12 + "\n") * 40_000)
        if mode == "flood" and chosen:
            write("=" + number + " " + "x" * 20_000_000)
            hang()
        if mode in ("wrong-id", "no-id"):
            number = "" if mode == "no-id" else str(int(number or 0) + 1000)
        try:
            lie = mode == "lying" and name == "genmove"
            text = options.move if lie else board.answer(name, arguments)
            response = f"={number} {text}\n"
        except (RefusedError, ValueError, IndexError) as error:
            response = f"?{number} {error if isinstance(error, RefusedError) else 'syntax error'}\n"
        if mode == "half" and chosen:
            write(response)
            hang()
        write((response + "\n") * (200 if mode == "chatty" else 1), "\r\n" if mode == "crlf" else "\n")
        if name == "quit":
            return
    if mode == "stubborn":
        hang()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--mode", default="good")
    parser.add_argument("--command", default="genmove", help="the command that slow, half and flood act on")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--nth", type=int, default=2, help="the command at which dying and mute-exit act")
    parser.add_argument("--move", default="Z99", help="what lying answers to genmove")
    serve(parser.parse_args())


if __name__ == "__main__":
    main()
