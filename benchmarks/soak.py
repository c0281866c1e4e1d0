"""Play for hours: does anything break, hang, or grow?

    .venv/bin/python benchmarks/soak.py --games 1000       games alone, with the ordinary build
    .venv/bin/python benchmarks/soak.py --minutes 60       what `make soak` does

Games are played with a real `tengen gtp`, on sizes from 2 to 19 in turn: clocks of all kinds, pondering, analysis
between moves, moves taken back, positions loaded and set up, settings changed. Its memory is looked at after every 20
games. With --minutes the checked build (see random_searches.py) has half of the time for searches and a quarter for
fuzzed lines, and the games have the rest. Every run has another seed, which is printed: give it with --seed to have
the same again.
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from gtp_fuzz import Conversation, write_files

HERE = Path(__file__).resolve().parent
CLOCKS = (
    "time_settings 0 0 0",
    "time_settings 60 0 0",
    "time_settings 0 5 1",
    "time_settings 2 10 5",
    "kgs-time_settings none",
    "kgs-time_settings absolute 30",
    "kgs-time_settings byoyomi 1 5 3",
    "kgs-time_settings canadian 1 20 10",
    "kata-time_settings fischer 5 1",
)
SETTINGS = (
    ("policy", ("rave", "ucb1", "ucb1-tuned", "ucb1-rave")),
    ("playout", ("moggy", "mogo", "light", "mogo-lgrf2", "moggy,lgrf1")),
    ("parallel", ("tree", "root", "leaf")),
    ("liberty_maps", ("yes", "no")),
    ("criticality", ("auto", "rave", "ucb")),
    ("dynamic_komi", ("none", "linear", "value", "score")),
    ("priors", ("bias", "widening")),
)


def game(engine: Conversation, choose: random.Random) -> int:
    """Play one game, or the beginning of one; how many commands it took."""
    size = choose.choice((2, 3, 5, 7, 9, choose.randint(2, 19)))
    setting, values = choose.choice(SETTINGS)
    rules = choose.choice(("chinese", "japanese", "aga", "tromp-taylor", "new_zealand"))
    asked = [
        f"boardsize {size}",
        "clear_board",
        f"kata-set-rules {rules}",
        f"komi {choose.choice((0, 7))}",
    ]
    asked += [f"tengen-set ponder {choose.choice(('yes', 'auto'))}", choose.choice(CLOCKS)]
    asked += [f"tengen-set {setting} {choose.choice(values)}"]
    count = _ask(engine, asked)
    color = "b"
    for _ in range(min(30, size * size) if size <= 9 else 10):
        count += _ask(engine, [f"{choose.choice(('genmove', 'kata-genmove_analyze', 'lz-genmove_analyze'))} {color}"])
        color = "w" if color == "b" else "b"
        if choose.random() < 0.3:
            time.sleep(0.02)  # it ponders
        if choose.random() < 0.3:
            count += _ask(engine, [f"{choose.choice(('lz', 'kata'))}-analyze {color} 1"])
        if choose.random() < 0.1:
            count += _ask(engine, ["undo", "undo"])
        if choose.random() < 0.05:
            count += _ask(engine, ["final_status_list dead", "tengen-criticality", "showboard"])
        if choose.random() < 0.05:
            count += _ask(engine, [f"time_left {color} {choose.randint(0, 5)} {choose.randint(0, 3)}"])
    return count + _ask(engine, ["printsgf game.sgf", f"loadsgf game.sgf {choose.randint(1, 9)}", "genmove b"])


def _ask(engine: Conversation, lines: list[str]) -> int:
    found = engine.send([line.encode() for line in lines])
    assert len(found) == len(lines), (lines, found)
    for line, response in zip(lines, found, strict=True):
        assert "internal error" not in response.text, (line, response.text)
    return len(lines)


def play(games: int, seconds: float, seed: int) -> None:
    """Play so many games, or for so long, and say how memory went."""
    choose = random.Random(seed)
    memory: list[float] = []
    began, played, commands = time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory() as name:
        write_files(Path(name))
        engine = Conversation(Path(name), seed, checked=False, playouts=60, options=("--threads", "2"))
        while time.monotonic() - began < seconds if seconds else played < games:
            commands += game(engine, choose)
            played += 1
            if played % 20 == 0:
                memory.append(engine.memory())
            if played % 100 == 0:
                print(f"{played} games, {time.monotonic() - began:.0f} s, {memory[-1]:.0f} MB", file=sys.stderr)
        engine.close()
    print(f"{played} games, {commands} commands, seed {seed}: all answered, {time.monotonic() - began:.0f} s")
    if len(memory) >= 6:
        third = len(memory) // 3
        parts = [statistics.median(memory[i * third : (i + 1) * third]) for i in range(3)]
        print("memory, median of each third: " + ", ".join(f"{part:.0f} MB" for part in parts))


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=0.0, help="everything, for so long")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    options = parser.parse_args()
    if not options.minutes:
        play(options.games, 0.0, options.seed)
        return
    print(f"seed {options.seed}")
    checked = {**os.environ, "TENGEN_CHECKED": "1", "NUMBA_OPT": "1"}
    quarter = 15 * options.minutes  # seconds
    seed = ["--seed", str(options.seed)]
    searches = [sys.executable, str(HERE / "random_searches.py"), "--seconds", str(2 * quarter), *seed]
    subprocess.run(searches, env=checked, check=True)
    lines = [sys.executable, str(HERE / "gtp_fuzz.py"), "--checked", "--seconds", str(quarter), *seed]
    subprocess.run(lines, check=True)
    play(0, quarter, options.seed)


if __name__ == "__main__":
    main()
