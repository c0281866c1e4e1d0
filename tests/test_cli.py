"""The command line as a person meets it: in a process of its own."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
GAME = REPOSITORY / "docs" / "review-game.sgf"


def tengen(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tengen", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, **environment},
    )


def test_help_lists_the_commands() -> None:
    shown = tengen("--help").stdout
    names = "play gtp analysis review analyze sgf2gtp match lab learn bench regress doctor engines compile"
    for name in names.split():
        assert name in shown


def test_only_the_command_that_is_asked_for_is_imported() -> None:
    script = """
import atexit, sys
from tengen.cli import main
atexit.register(lambda: print(*sys.modules))
sys.argv = ["tengen", "gtp", "--help"]
main()
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    imported = set(done.stdout.split())
    commands = {name.removeprefix("tengen.cli.") for name in imported if name.startswith("tengen.cli.")}
    assert commands == {"gtp", "options", "streams"}
    assert not imported & {"numba", "numpy", "tengen.engines"}


def test_a_file_that_has_a_command_is_in_the_list() -> None:
    from tengen import cli

    files = {
        path.stem for path in Path(cli.__path__[0]).iterdir() if path.stem.isidentifier() and path.suffix != ".pyc"
    }
    others = {"__init__", "__pycache__", "options", "positions", "reference", "streams"}
    assert files - others == set(cli.COMMANDS)


def test_version() -> None:
    from tengen import __version__

    assert tengen("--version").stdout == f"tengen {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["gtp", "--playouts", "0"], "playouts 0 is not possible"),
        (["gtp", "--time", "-2"], "seconds -2 is not possible"),
        (["gtp", "--threads", "100000"], "threads 100000 is not possible"),
        (["gtp", "--engine", "randon"], "did you mean random?"),
        (["gtp", "--set", "nonsense"], "write name=value"),
        (["gtp", "--set", "resign_below=high"], "write a number"),
        (["gtp", "--level", "40k"], "weaker than any that was measured: choose a rank from"),
        (["play", "--level", "good"], "choose a rank from"),
        (["gtp", "--engine", "random", "--level", "12k"], "there is no setting 'level'"),
        (["gtp", "--rules", "ing-ish"], "no rules are called 'ing-ish'"),
        (["gtp", "--size", "25"], "board size 25 is not possible"),
        (["play", "--color", "red"], "not a colour"),
        (["play", "--terminal", "--clock", "soon"], "'soon' is no clock: write 10:00"),
        (["bench", "--only", "everything"], "nothing called 'everything'"),
        (["bench", "--seconds", "-1"], "not possible"),
        (["bench", "--yardstick", "no-such-file.c"], "no C program no-such-file.c"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: list[str], words: str) -> None:
    answer = tengen(*arguments)
    assert answer.returncode == 2
    assert words in answer.stderr
    assert answer.stdout == ""
    assert answer.stderr.count("\n") == 1
    assert "Traceback" not in answer.stderr


def test_a_level_is_a_setting_of_the_engine() -> None:
    said = tengen(
        "gtp", "--quiet", "--level", "12k", stdin="tengen-settings\ntengen-set level 9k\ntengen-settings\nquit\n"
    )
    assert "level=12k" in said.stdout
    assert "level=9k" in said.stdout


def test_bench_json_is_one_object_and_nothing_else() -> None:
    answer = tengen("bench", "--json", "--only", "light", "--seconds", "0.1")
    results = json.loads(answer.stdout)
    assert set(results) == {"light", "light_ns_per_move", "board_bytes"}
    assert set(results["light"]) == {"9", "13", "19"}
    assert results["light"]["9"] > results["light"]["19"] > 100  # 13 is too near to either on a busy machine
    assert results["light"]["13"] > 100
    assert all(1 < cost < 100_000 for cost in results["light_ns_per_move"].values())
    assert results["board_bytes"] > 10_000


def test_bench_measures_simulations_that_fill_the_board() -> None:
    results = json.loads(tengen("bench", "--json", "--only", "analyze-after", "--seconds", "0.1").stdout)
    assert set(results) == {"analyze_after", "analyze_after_light_ratio"}
    assert all(set(values) == {"9", "13", "19"} for values in results.values())
    assert results["analyze_after"]["9"] > results["analyze_after"]["19"] > 100
    assert all(0.1 < ratio < 1000 for ratio in results["analyze_after_light_ratio"].values())


def test_bench_table() -> None:
    shown = tengen("bench", "--only", "light", "--seconds", "0.1").stdout
    assert "9x9" in shown
    assert "playouts a second" in shown


def test_bench_measures_the_search() -> None:
    answer = tengen("bench", "--json", "--only", "search", "--only", "threads", "--seconds", "0.1")
    results = json.loads(answer.stdout)
    by_size = {"search_light", "search_light_ratio", "search", "tree_bytes_per_playout"}
    missing = results.pop("search_yardstick_missing", None)
    ratios = results.pop("search_yardstick_ratio", {})
    assert bool(ratios) != bool(missing), "the ratio to the yardstick, or why there is none"
    assert all(0.001 < ratio < 10 for ratio in ratios.values())
    assert set(results) == by_size | {"threads2_ratio", "threads2_cores"}
    assert all(set(values) == {"9", "13", "19"} for values in results.values())
    for speed in (results["search_light"], results["search"]):
        assert speed["9"] > speed["13"] > speed["19"] > 100
    assert all(0.1 < ratio < 1.5 for ratio in results["search_light_ratio"].values())
    assert all(0.2 < ratio < 4 for ratio in results["threads2_ratio"].values())
    assert all(50 < count < 100_000 for count in results["tree_bytes_per_playout"].values())


def test_bench_table_of_the_search() -> None:
    shown = tengen("bench", "--only", "search", "--seconds", "0.05", COLUMNS="100").stdout
    for words in ("simulations a second, light", "to light playouts alone", "bytes of tree a simulation", "19x19"):
        assert words in shown
    assert "two threads" not in shown


def test_bench_compares_the_search_with_a_c_program(tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed, so no C program can be compiled to compare with")
    source = tmp_path / "spin.c"
    source.write_text(
        "#include <stdlib.h>\n"
        "int main(int count, char **words) {\n"
        "  volatile long work = atol(words[1]) * atol(words[2]) * 1000;\n"
        "  while (work > 0) work--;\n"
        "  return count != 3;\n"
        "}\n"
    )
    shown = ("bench", "--json", "--only", "search", "--seconds", "0.05", "--yardstick")
    results = json.loads(tengen(*shown, str(source)).stdout)
    assert set(results["search_yardstick_ratio"]) == {"9", "13", "19"}
    assert all(ratio > 0 for ratio in results["search_yardstick_ratio"].values())
    source.write_text("not C\n")
    answer = tengen(*shown, str(source))
    assert answer.returncode == 2
    assert "gcc failed" in answer.stderr


def test_warm_start_is_measured() -> None:
    results = json.loads(tengen("bench", "--json", "--only", "start").stdout)
    assert 0 < results["warm_start_s"] < 10


def test_doctor_finds_everything_well() -> None:
    answer = tengen("doctor", COLUMNS="140")
    assert answer.returncode == 0
    for subject in ("python", "packages", "cores", "kernels", "cache folder", "playouts", "gnu go"):
        assert subject in answer.stdout


def test_doctor_tells_of_the_network() -> None:
    shown = tengen("doctor", COLUMNS="200").stdout
    assert re.search(r"network.onnx, \d+\.\d ms a position on 19x19, one core; onnxruntime \d.*, this CPU ", shown)
    assert "switched off by TENGEN_NETWORK" in shown
    assert "switched off" not in tengen("doctor", COLUMNS="200", TENGEN_NETWORK="auto").stdout


def test_bench_measures_the_network() -> None:
    results = json.loads(tengen("bench", "--json", "--only", "network", "--seconds", "0.1").stdout)
    assert set(results) == {"network", "network_light_ratio"}
    assert results["network"]["9"] > results["network"]["19"] > 1
    assert all(ratio > 1 for ratio in results["network_light_ratio"].values())


def test_without_onnxruntime_one_sentence_is_said(tmp_path: Path) -> None:
    """A folder in front of the others has an ONNX Runtime that cannot be loaded."""
    (tmp_path / "onnxruntime.py").write_text("raise ImportError('no such library')\n")
    search = {
        "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]),
        "TENGEN_NETWORK": "auto",
    }
    said = "ONNX Runtime, which runs the network, cannot be loaded: no such library"
    analyzed = tengen("analyze", str(GAME), "--playouts", "50", "--seed", "1", **search)
    assert analyzed.returncode == 0
    assert analyzed.stderr == f"tengen: {said}; the classical engine plays\n"
    refused = tengen("analyze", str(GAME), "--playouts", "50", "--set", "network=yes", **search)
    assert (refused.returncode, refused.stderr) == (2, f"tengen: {said}\n")
    assert tengen("doctor", COLUMNS="200", **search).returncode == 1


def test_doctor_says_what_is_missing(tmp_path: Path) -> None:
    """A folder without compiled kernels is no illness that hides: it is said, with what to do."""
    answer = tengen("doctor", COLUMNS="140", TENGEN_CACHE_DIR=str(tmp_path / "empty"), NUMBA_NUM_THREADS="1")
    assert answer.returncode == 1
    assert "run tengen compile" in answer.stdout


def test_play_in_a_pipe_shows_a_game_and_ends_well() -> None:
    answer = tengen("play", "--terminal", "--seed", "1")
    assert answer.returncode == 0
    assert "A demonstration on 9x9" in answer.stdout
    assert "Result: " in answer.stdout


def test_the_demonstration_heeds_its_options() -> None:
    answer = tengen("play", "--terminal", "--seed", "1", "--size", "5", "--playouts", "50")
    assert "A demonstration on 5x5" in answer.stdout
    assert tengen("play", "--size", "50").returncode == 2
    assert "no such file" in tengen("play", "--load", "nowhere.sgf").stderr


def test_the_default_engine_is_the_registrys() -> None:
    from tengen.defaults import DEFAULT_ENGINE

    answer = tengen("gtp", "--playouts", "20", stdin="boardsize 5\ngenmove b\ngogui-title\nquit\n")
    assert f"Tengen ({DEFAULT_ENGINE})" in answer.stdout


def test_engines_are_listed_with_their_settings() -> None:
    shown = tengen("engines", COLUMNS="160").stdout
    assert "montecarlo" in shown
    assert "resign_below" in shown


def test_gtp_is_repeatable_with_a_seed() -> None:
    game = "boardsize 9\ngenmove b\ngenmove w\ngenmove b\nquit\n"
    first, second = (tengen("gtp", "--playouts", "300", "--seed", "7", stdin=game).stdout for _ in range(2))
    assert first == second
    assert first.count("=") == 5


def test_makefile_and_workflow_name_no_registry() -> None:
    for name in ("Makefile", "constraints.txt", "pyproject.toml", ".ci/run"):
        text = (REPOSITORY / name).read_text()
        assert "index-url" not in text
        assert "://" not in text
