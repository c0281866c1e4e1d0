"""Engines of another package that break every promise, announced as such packages do; see `test_unruly_engines.py`."""

import ctypes
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from tengen.engines.builtin.random import RandomEngine
from tengen.engines.endgame.judgement import Judgement
from tengen.engines.interface import Engine, EngineOptions
from tengen.engines.move_report import MoveReport
from tengen.engines.request import MoveRequest
from tengen.game.position import Position
from tengen.game.vertex import RESIGN
from tengen.parameters import parameter


@dataclass(frozen=True)
class UnrulyParameters:
    """What it does, and where."""

    do: str = parameter("nothing", help="What to do")
    on: str = parameter("move", help="When: start, move, judge, close")
    once: str = parameter("", help="A file: only who finds it missing, and makes it, does anything")


class Unruly(RandomEngine):
    """Plays at random until its third move, if that is when it is to misbehave."""

    name = "unruly"
    default_parameters: ClassVar[Any] = UnrulyParameters()

    def __init__(self, options: EngineOptions | None = None) -> None:
        super().__init__(options)
        self.own_moves = 0
        self.misbehave("start")

    def choose(self, request: MoveRequest) -> MoveReport:
        self.own_moves += 1
        if self.own_moves == 3:
            answer = self.misbehave("move")
            if answer is not None:
                return answer  # type: ignore[no-any-return]
        return super().choose(request)

    def judge(self, position: Position) -> Judgement:
        answer = self.misbehave("judge")
        return super().judge(position) if answer is None else answer

    def close(self) -> None:
        self.misbehave("close")
        super().close()

    def misbehave(self, when: str) -> Any:
        if when != self.parameters.on:
            return None
        if self.parameters.once:
            try:
                os.close(os.open(self.parameters.once, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                return None
        return ACTIONS[self.parameters.do](self)


def throw(engine: Engine) -> None:
    raise RuntimeError("the tree\nfell over " + "x" * 10_000)


def loop(engine: Engine) -> None:
    while True:
        time.monotonic()


def chatter(engine: Engine) -> None:
    print("thinking aloud")
    os.write(1, b"thinking aloud, past Python\n")


def odd_numbers(engine: Engine) -> MoveReport:
    import numpy as np

    from tengen.game.color import BLACK
    from tengen.game.vertex import PASS

    return MoveReport(BLACK, PASS, "unruly", np.int64(5), 0.0, np.float32(0.5), float("nan"))  # type: ignore[arg-type]


ACTIONS: dict[str, Callable[[Engine], Any]] = {
    "nothing": lambda engine: None,
    "raise": throw,
    "loop": loop,
    "os._exit": lambda engine: os._exit(7),
    "sys.exit": lambda engine: sys.exit(7),
    "segfault": lambda engine: ctypes.string_at(0),
    "no report": lambda engine: "D4",
    "resign": lambda engine: MoveReport(engine.options.seed, RESIGN, "unruly"),  # type: ignore[arg-type]
    "print": chatter,
    "odd numbers": odd_numbers,
}
