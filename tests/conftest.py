"""What tests of several packages need."""

import importlib
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import cache
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
# Tests that take a second or more, all cases of a function together, or start processes by a detour. A file is named
# without its folder, so that it may move.
LONG = {
    "library.md",
    "match.py",
    "test_bad_input.py::test_absurd_files_are_refused_quickly_in_one_short_line",
    "test_bad_queries.py::test_a_value_of_a_wrong_type_is_refused_by_its_field",
    "test_bad_queries.py::test_mixed_queries_never_cause_an_internal_error",
    "test_bad_queries.py::test_whatever_a_line_says_it_is_answered",
    "test_bent_four.py::test_a_bent_four_that_is_not_in_the_corner_is_a_seki",
    "test_board_agrees.py::test_random_games",
    "test_bounds.py::test_a_move_is_found_at_either_end",
    "test_capture.py::test_random_positions_played_out",
    "test_cleanup.py::test_all_dead_stones_are_taken_and_nothing_is_lost",
    "test_damaged_store.py::test_a_damaged_sequential_test_is_asked_for_again",
    "test_damaged_store.py::test_a_match_goes_on_beside_damaged_games",
    "test_damaged_store.py::test_commands_tell_what_is_sound",
    "test_damaged_store.py::test_the_page_of_a_match_with_damage_is_drawn_from_the_rest",
    "test_dirty_boards.py::test_the_liberties_of_every_group_one_by_one",
    "test_display.py::test_of_a_real_search_no_line_looks_like_an_answer",
    "test_dump.py::test_nothing_is_left_out_without_limits",
    "test_dynamic_komi.py::test_it_brings_a_won_game_near_even_and_tells_the_real_win_rate",
    "test_end_of_game.py::test_on_a_settled_board_both_pass_at_once_whoever_has_won",
    "test_endurance.py::test_hundreds_of_games",
    "test_experiment_files.py::test_every_row_can_be_planned",
    "test_full_tree.py::test_game_after_game_with_next_to_no_memory_and_time",
    "test_fuzz.py::test_lines_to_a_real_process_that_searches",
    "test_fuzz.py::test_lines_to_an_engine_that_analyses",
    "test_fuzz.py::test_ten_thousand_lines",
    "test_game.py::test_the_demonstration_is_a_whole_game",
    "test_json_queue.py",
    "test_known_numbers.py::test_share_of_legal_positions",
    "test_large_trees.py::test_a_step_along_a_long_game_plays_few_moves_and_is_right",
    "test_large_trees.py::test_a_step_seldom_moves_the_window_and_never_leaves_it",
    "test_large_trees.py::test_of_a_large_tree_the_part_around_the_move_is_drawn_and_the_rest_is_told",
    "test_large_trees.py::test_placing_and_drawing_take_work_in_proportion_to_the_tree",
    "test_levels.py::test_a_beginner_loses_to_a_club_player",
    "test_levels_page.py",
    "test_local_tree.py::test_all_that_is_forced_is_legal_and_keeps_clear_of_the_simulation",
    "test_mcts.py::test_it_beats_flat_monte_carlo",
    "test_montecarlo.py::test_a_judgement_under_time_pressure_is_short",
    "test_playouts.py::test_moves_of_whole_games",
    "test_properties.py::test_undo_and_redo_restore_everything",
    "test_properties.py::test_undo_restores_everything_when_colours_play_out_of_turn",
    "test_pruning.py::test_a_search_that_is_pruned_again_and_again_counts_right",
    "test_pruning.py::test_what_is_kept_is_unchanged_and_what_is_cut_was_visited_least",
    "test_queries.py::test_at_most_a_hundred_thousand_positions_wait",
    "test_queue_rule.py::test_it_chooses_what_the_plain_rule_chooses",
    "test_queue_rule.py::test_the_effort_for_a_job_does_not_grow_with_what_waits",
    "test_replay_engine.py::test_whole_games_are_legal_and_end",
    "test_report_page.py::test_the_page_is_whole_and_stands_alone",
    "test_report_page.py::test_the_same_games_make_the_same_page",
    "test_reuse.py::test_no_illegal_move_is_offered_after_reuse",
    "test_reuse.py::test_nothing_is_reused",
    "test_round_trip.py::test_any_tree_survives",
    "test_scoring.py::test_finished_games_against_the_reference_board",
    "test_sprt.py::test_errors_are_as_promised",
    "test_strength_page.py",
    "test_superko.py::test_legal_moves_are_the_points_that_are_legal",
    "test_superko.py::test_legal_moves_by_the_book",
    "test_time_control.py::test_no_game_is_lost_on_time",
    "test_unconditional_life.py::test_what_lives_cannot_be_taken_and_what_does_not_can",
}


@cache
def _starts_processes(path: Path) -> bool:
    return path.is_relative_to(TESTS) and _PROCESS_WORDS.search(path.read_text(encoding="utf-8")) is not None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files alone none of whose tests will be run: importing them takes a good part of a quick run."""
    is_quick = config.option.markexpr == "quick"
    return True if is_quick and collection_path.is_file() and _starts_processes(collection_path) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests by what they need."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        function = item.name.partition("[")[0]
        if "browser" in fixtures:
            item.add_marker("browser")
        elif fixtures & _PROCESS_FIXTURES or _starts_processes(item.path):
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
