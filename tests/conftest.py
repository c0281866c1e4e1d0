"""What tests of several packages need."""

import importlib
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_CHROMIUM_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
TESTS = Path(__file__).resolve().parent
BENCHMARKS = TESTS.parent / "benchmarks"


# What `make quick` leaves out. A browser shows as a fixture, other processes in fixtures or in the words of a file.
_PROCESS_FIXTURES = {"arena", "gnugo"}
_PROCESS_WORDS = re.compile(r"\bsubprocess\b|\bmultiprocessing\b|\bGtpClient\(|\bfind_gnugo\(|\bshutil.which\b")
# Tests that take seconds, or start processes by a detour: by the names of files, wherever they lie, and functions.
LONG = {
    "library.md",
    "match.py",
    "test_bad_input.py::test_absurd_files_are_refused_quickly_in_one_short_line",
    "test_bad_queries.py::test_a_value_of_a_wrong_type_is_refused_by_its_field",
    "test_board_agrees.py::test_random_games",
    "test_bounds.py::test_a_move_is_found_at_either_end",
    "test_cleanup.py::test_all_dead_stones_are_taken_and_nothing_is_lost",
    "test_damaged_store.py::test_a_damaged_sequential_test_is_asked_for_again",
    "test_damaged_store.py::test_a_match_goes_on_beside_damaged_games",
    "test_damaged_store.py::test_commands_tell_what_is_sound",
    "test_damaged_store.py::test_the_page_of_a_match_with_damage_is_drawn_from_the_rest",
    "test_dump.py::test_nothing_is_left_out_without_limits",
    "test_endurance.py::test_hundreds_of_games",
    "test_full_tree.py::test_game_after_game_with_next_to_no_memory_and_time",
    "test_fuzz.py::test_lines_to_a_real_process_that_searches",
    "test_fuzz.py::test_lines_to_an_engine_that_analyses",
    "test_fuzz.py::test_ten_thousand_lines",
    "test_json_queue.py",
    "test_large_trees.py::test_a_step_along_a_long_game_plays_few_moves_and_is_right",
    "test_levels.py::test_a_beginner_loses_to_a_club_player",
    "test_levels_page.py",
    "test_mcts.py::test_it_beats_flat_monte_carlo",
    "test_montecarlo.py::test_a_judgement_under_time_pressure_is_short",
    "test_playouts.py::test_moves_of_whole_games",
    "test_properties.py::test_undo_and_redo_restore_everything",
    "test_properties.py::test_undo_restores_everything_when_colours_play_out_of_turn",
    "test_pruning.py::test_a_search_that_is_pruned_again_and_again_counts_right",
    "test_queries.py::test_at_most_a_hundred_thousand_positions_wait",
    "test_queue_rule.py::test_the_effort_for_a_job_does_not_grow_with_what_waits",
    "test_replay_engine.py::test_whole_games_are_legal_and_end",
    "test_strength_page.py",
    "test_superko.py::test_legal_moves_are_the_points_that_are_legal",
    "test_superko.py::test_legal_moves_by_the_book",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests by what they need."""
    words: dict[Path, bool] = {}
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.path not in words:
            text = item.path.read_text(encoding="utf-8") if item.path.is_relative_to(TESTS) else ""
            words[item.path] = _PROCESS_WORDS.search(text) is not None
        function = item.name.partition("[")[0]
        if "browser" in fixtures:
            item.add_marker("browser")
        elif fixtures & _PROCESS_FIXTURES or words[item.path]:
            item.add_marker("process")
        elif {item.path.name, f"{item.path.name}::{function}"} & LONG:
            item.add_marker("long")
        else:
            item.add_marker("quick")


@pytest.fixture(scope="module")
def load_benchmark() -> Iterator[Callable[[str], Any]]:
    """Import benchmarks as modules, found as they are when run as scripts: beside their own helpers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(BENCHMARKS)
        yield importlib.import_module
    for script in BENCHMARKS.glob("*.py"):
        sys.modules.pop(script.stem, None)


@pytest.fixture(scope="session")
def lines_run() -> Callable[[Callable[[], object]], int]:
    """Count the lines of Python that something takes: a measure of work that no busy machine changes."""

    def count(work: Callable[[], object]) -> int:
        lines = 0

        def trace(_frame: FrameType, event: str, _argument: object) -> Any:
            nonlocal lines
            lines += event == "line"
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            work()
        finally:
            sys.settrace(before)
        return lines

    return count


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """A real browser: one for all tests of a process, for Playwright keeps its loop in the main thread."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("chromium is not installed: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=_CHROMIUM_FLAGS)
        yield opened
        opened.close()
