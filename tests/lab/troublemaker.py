"""A GTP program that plays a little Go and misbehaves on order, for testing matches.

    python -S troublemaker.py --on genmove --nth 3 --do hang --marker abc

At the nth command of the name given with --on it does what --do says; before and after it is a well-behaved
player who takes the first free point beside a free point, which is legal on every board (see `Board`). It
imports nothing of ours. --once FILE: only the first process to find no such file misbehaves. --marker tells the
processes of one test from others; a child has the same command line and is found by it as well.

    hang            never answers again          exit            exits with status 1
    segfault        is ended by SIGSEGV          slow            answers after --seconds
    say TEXT        answers TEXT                 refuse TEXT     answers '? TEXT'
    raw TEXT        writes TEXT, \n and \xff understood, instead of an answer
    occupied        answers the opponent's last move
    stderr          writes 30 MB to its error output, then answers
    stdout          writes 30 MB of lines that are no GTP, then answers
    endless         answers with a line that never ends
    chatter         answers, and goes on answering
    stubborn        answers, and from then on ignores quit, the end of its input and SIGTERM
    fork            starts a child that sleeps for ten minutes, then answers
    mute            closes its standard output and lives on
"""

import argparse
import os
import signal
import sys
import time

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


class Board:
    """Remembers where stones were put and takes none off: a point beside a free one is then never suicide,
    and where nobody ever played no position is repeated."""

    def __init__(self, script: list[str]) -> None:
        self.script = script
        self.clear(9)

    def clear(self, size: int) -> None:
        self.size, self.taken, self.last, self.own = size, set[str](), "", 0

    def genmove(self) -> str:
        self.own += 1
        if self.script:
            return self.script[self.own - 1] if self.own <= len(self.script) else "pass"
        return self.first_safe_point()

    def first_safe_point(self) -> str:
        for y in range(self.size):
            for x in range(self.size):
                beside = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
                inside = [point(a, b) for a, b in beside if 0 <= a < self.size and 0 <= b < self.size]
                if point(x, y) not in self.taken and not self.taken.issuperset(inside):
                    return point(x, y)
        return "pass"


def point(x: int, y: int) -> str:
    return f"{LETTERS[x]}{y + 1}"


def write(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def hang() -> None:
    while True:
        time.sleep(60)


class Program:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.board = Board(options.moves.split())
        self.count = 0
        self.stubborn = False
        self.commands = {
            *("protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize"),
            *("clear_board", "komi", "play", "genmove", "final_score", "time_settings", "time_left"),
            *("set_free_handicap", *options.also.split()),
        } - set(options.without.split())

    def serve(self) -> None:
        if self.due("start"):
            self.misbehave("", "")
        for line in sys.stdin:
            number, name, *arguments = line.split() if line[0].isdigit() else ("", *line.split())
            answer = f"={number} {self.answer(name, arguments)}\n\n"
            if name not in self.commands:
                answer = f"?{number} unknown command\n\n"
            if self.due(name):
                answer = self.misbehave(number, answer)
            write(answer.encode("utf-8", "surrogateescape"))
            if name == "quit" and not self.stubborn:
                return
        if self.stubborn:
            hang()

    def due(self, name: str) -> bool:
        self.count += name == self.options.on
        if name != self.options.on or self.count != self.options.nth:
            return False
        if self.options.once:
            try:
                os.close(os.open(self.options.once, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                return False
        return True

    def answer(self, name: str, arguments: list[str]) -> str:
        board = self.board
        if name == "list_commands":
            return "\n".join(sorted(self.commands))
        if name == "boardsize":
            board.clear(int(arguments[0]))
        elif name == "clear_board":
            board.clear(board.size)
        elif name == "play":
            board.last = arguments[1].upper()
            board.taken.add(board.last)
        elif name == "set_free_handicap":
            board.taken.update(arguments)
        elif name in ("genmove", "cgos-genmove_analyze"):
            move = board.genmove()
            board.taken.add(move)
            return move
        elif name == "final_score":
            return str(self.options.score)
        return {"protocol_version": "2", "name": "Troublemaker", "version": "1"}.get(name, "")

    def misbehave(self, number: str, answer: str) -> str:
        """Do it; what to answer after it."""
        action, _, text = str(self.options.do).partition(" ")
        text = text.encode("latin-1").decode("unicode_escape")
        if action == "hang":
            hang()
        elif action == "exit":
            sys.stderr.write("fatal: the ladder was broken\n")
            sys.stderr.flush()
            os._exit(1)
        elif action == "segfault":
            os.kill(os.getpid(), signal.SIGSEGV)
        elif action == "slow":
            time.sleep(self.options.seconds)
        elif action == "say":
            return f"={number} {text}\n\n"
        elif action == "refuse":
            return f"?{number} {text}\n\n"
        elif action == "raw":
            write(text.replace("ID", number).encode("latin-1"))
            return ""
        elif action == "occupied":
            return f"={number} {self.board.last}\n\n"
        elif action == "stderr":
            for _ in range(300):
                sys.stderr.buffer.write((b"thinking " * 50 + b"\n") * 220)
        elif action == "stdout":
            for _ in range(300):
                write(b"thinking loudly, but in no protocol at all" * 2_400 + b"\n")
        elif action == "endless":
            write(f"={number} ".encode())
            while True:
                write(b"x" * 1_000_000)
        elif action == "chatter":
            return answer * 5
        elif action == "stubborn":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            self.stubborn = True
        elif action == "fork":
            if os.fork() == 0:
                for stream in (0, 1, 2):
                    os.close(stream)
                time.sleep(600)
                os._exit(0)
        elif action == "mute":
            os.close(1)
            hang()
        else:
            raise SystemExit(f"no such action: {action}")
        return answer


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--on", default="", help="a command, or start")
    parser.add_argument("--nth", type=int, default=1)
    parser.add_argument("--do", default="")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--once", default="")
    parser.add_argument("--moves", default="", help="what to play, in this order; then it passes")
    parser.add_argument("--score", default="0", help="what it counts")
    parser.add_argument("--also", default="", help="commands that it says it knows")
    parser.add_argument("--without", default="", help="commands that it does not know")
    parser.add_argument("--marker", default="")
    Program(parser.parse_args()).serve()


if __name__ == "__main__":
    main()
