"""What tests of several packages need."""

import importlib
import os
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tengen import Position

os.environ.setdefault("TENGEN_NETWORK", "no")  # also of the processes they start; tests of the network ask for it

_CHROMIUM_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
TESTS = Path(__file__).resolve().parent
BENCHMARKS = TESTS.parent / "benchmarks"


# What `make quick` leaves out. A browser shows as a fixture, other processes in fixtures or in the words of a file.
_PROCESS_FIXTURES = {"arena", "gnugo"}
_PROCESS_WORDS = re.compile(r"\bsubprocess\b|\bmultiprocessing\b|\bGtpClient\(|\bfind_gnugo\(|\bshutil.which\b")
# Tests that take a second or more, all cases of a function together, or start processes by a detour. A file is named
# without its folder, so that it may move.
LONG = {
    "learning.md",
    "library.md",
    "match.py",
    "test_analyze_after.py::test_ten_thousand_boards_are_those_of_theorem_1",
    "test_architecture.py",
    "test_bad_input.py::test_absurd_files_are_refused_quickly_in_one_short_line",
    "test_bad_queries.py::test_a_value_of_a_wrong_type_is_refused_by_its_field",
    "test_bad_queries.py::test_mixed_queries_never_cause_an_internal_error",
    "test_bad_queries.py::test_whatever_a_line_says_it_is_answered",
    "test_bad_self_atari.py::test_random_moves_against_playing_them",
    "test_bad_self_atari.py::test_random_snapbacks_against_playing_them",
    "test_bent_four.py::test_a_bent_four_that_is_not_in_the_corner_is_a_seki",
    "test_bent_four.py::test_under_territory_rules_what_surrounds_a_bent_four_is_dead_as_it_stands",
    "test_board_agrees.py::test_random_games",
    "test_book_file.py::test_a_book_of_nothing_and_one_of_large_numbers",
    "test_book_moves.py",
    "test_book_file.py::test_a_changed_byte_is_refused_or_changes_nothing",
    "test_book_file.py::test_a_file_that_is_cut_off_anywhere_is_refused",
    "test_bounds.py::test_a_move_is_found_at_either_end",
    "test_canonical_hash.py::test_all_eight_orientations_share_it",
    "test_canonical_hash.py::test_it_tells_positions_of_many_games_apart",
    "test_canonical_hash.py::test_every_symmetry_named_leads_home_and_no_other_does",
    "test_capture.py::test_random_positions_played_out",
    "test_cleanup.py::test_all_dead_stones_are_taken_and_nothing_is_lost",
    "test_damaged_store.py::test_a_damaged_sequential_test_is_asked_for_again",
    "test_damaged_store.py::test_a_match_goes_on_beside_damaged_games",
    "test_damaged_store.py::test_commands_tell_what_is_sound",
    "test_damaged_store.py::test_the_page_of_a_match_with_damage_is_drawn_from_the_rest",
    "test_dirty_boards.py::test_the_liberties_of_every_group_one_by_one",
    "test_display.py::test_of_a_real_search_no_line_looks_like_an_answer",
    "test_distance.py::test_random_boards_against_a_plain_search",
    "test_dump.py::test_nothing_is_left_out_without_limits",
    "test_dynamic_komi.py::test_it_brings_a_won_game_near_even_and_tells_the_real_win_rate",
    "test_end_of_game.py::test_on_a_settled_board_both_pass_at_once_whoever_has_won",
    "test_end_of_game.py::test_under_area_rules_the_game_comes_to_an_end",
    "test_endurance.py::test_hundreds_of_games",
    "test_evaluator.py::test_a_tree_that_is_full_is_pruned",
    "test_experiment_files.py::test_every_row_can_be_planned",
    "test_free_handicap_suite.py::test_free_handicap_suite",
    "test_free_handicap_suite.py::test_the_stones_count_in_the_thinking",
    "test_full_tree.py::test_game_after_game_with_next_to_no_memory_and_time",
    "test_fuzz.py::test_lines_to_a_real_process_that_searches",
    "test_fuzz.py::test_lines_to_an_engine_that_analyses",
    "test_fuzz.py::test_ten_thousand_lines",
    "test_game.py::test_a_game_nobody_looks_at_is_not_pondered_on",
    "test_game.py::test_a_hint_is_of_full_strength_at_any_level",
    "test_game.py::test_a_person_loses_on_time_but_not_while_nobody_looks",
    "test_game.py::test_live_analysis_follows_the_game_and_ends_when_nobody_wants_it",
    "test_game.py::test_no_more_engines_ponder_than_may",
    "test_game.py::test_tengen_alone_plays_to_the_end",
    "test_game.py::test_tengen_ponders_in_games_with_a_clock_until_the_person_moves",
    "test_game.py::test_the_demonstration_is_a_whole_game",
    "test_game.py::test_undo_while_it_thinks_ends_its_thinking",
    "test_gtp_analysis.py::test_numbers_of_moves",
    "test_gtp_refusals.py::test_a_refused_command_changes_nothing",
    "test_json_queue.py",
    "test_known_numbers.py::test_legal_positions_by_playing",
    "test_known_numbers.py::test_share_of_legal_positions",
    "test_large_trees.py::test_a_step_along_a_long_game_plays_few_moves_and_is_right",
    "test_large_trees.py::test_a_step_seldom_moves_the_window_and_never_leaves_it",
    "test_large_trees.py::test_of_a_large_tree_the_part_around_the_move_is_drawn_and_the_rest_is_told",
    "test_large_trees.py::test_placing_and_drawing_take_work_in_proportion_to_the_tree",
    "test_learner.py",
    "test_learnt_patterns.py::test_a_game_known_by_heart_is_known_in_every_orientation",
    "test_learnt_patterns.py::test_features_are_the_same_in_all_orientations_and_colours",
    "test_levels.py::test_a_beginner_loses_to_a_club_player",
    "test_levels.py::test_the_same_seed_plays_the_same_game_and_another_one_another",
    "test_levels_page.py",
    "test_limits.py::test_a_connection_that_is_used_again_and_again_stays",
    "test_limits.py::test_a_websocket_that_answers_no_ping_is_dropped_and_one_that_does_stays",
    "test_limits.py::test_silent_crowds_keep_nobody_out",
    "test_limits.py::test_somebody_who_does_not_read_is_dropped",
    "test_limits.py::test_somebody_who_sends_slowly_or_nothing_is_dropped",
    "test_local_tree.py::test_all_that_is_forced_is_legal_and_keeps_clear_of_the_simulation",
    "test_mcts.py::test_it_beats_flat_monte_carlo",
    "test_montecarlo.py::test_a_clock_is_kept",
    "test_montecarlo.py::test_a_judgement_under_time_pressure_is_short",
    "test_overhead.py::test_the_bare_search_does_what_the_review_does",
    "test_pass_is_safe.py::test_we_agree_with_pachi_about_passing",
    "test_opening_effort.py::test_whatever_is_set_no_game_is_lost_on_time",
    "test_patterns.py::test_it_begins_with_a_file_or_with_what_ships",
    "test_patterns.py::test_what_was_broken_off_anywhere_goes_on_to_the_same_file",
    "test_patterns.py::test_what_was_kept_and_is_damaged_is_not_used",
    "test_patterns.py::test_what_was_kept_of_other_wishes_is_not_used",
    "test_playouts.py::test_moves_of_whole_games",
    "test_playouts.py::test_playouts_of_the_empty_board",
    "test_properties.py::test_a_turned_game_is_the_game_on_a_turned_board",
    "test_properties.py::test_undo_and_redo_restore_everything",
    "test_properties.py::test_undo_restores_everything_when_colours_play_out_of_turn",
    "test_properties.py::test_undone_to_the_start_nothing_is_left",
    "test_pruning.py::test_a_search_that_is_pruned_again_and_again_counts_right",
    "test_pruning.py::test_what_is_kept_is_unchanged_and_what_is_cut_was_visited_least",
    "test_queries.py::test_at_most_a_hundred_thousand_positions_wait",
    "test_queries.py::test_reports_during_the_search",
    "test_queue_rule.py::test_it_chooses_what_the_plain_rule_chooses",
    "test_queue_rule.py::test_the_effort_for_a_job_does_not_grow_with_what_waits",
    "test_real_files.py::test_every_file_loads_replays_and_survives_saving",
    "test_real_files.py::test_every_professional_move_is_legal",
    "test_real_files.py::test_joseki_tree",
    "test_replay_engine.py::test_whole_games_are_legal_and_end",
    "test_report_page.py",
    "test_report_page.py::test_the_page_is_whole_and_stands_alone",
    "test_report_page.py::test_the_same_games_make_the_same_page",
    "test_reuse.py::test_no_illegal_move_is_offered_after_reuse",
    "test_reuse.py::test_nothing_is_reused",
    "test_round_trip.py::test_any_tree_survives",
    "test_scoring.py::test_finished_games_against_the_reference_board",
    "test_shape_weights.py::test_a_code_stands_for_itself_or_for_a_smaller_one",
    "test_size_learner.py::test_who_knows_nothing_foretells_nothing_and_who_has_learnt_does",
    "test_sprt.py::test_errors_are_as_promised",
    "test_strength_page.py",
    "test_superko.py::test_legal_moves_are_the_points_that_are_legal",
    "test_superko.py::test_legal_moves_by_the_book",
    "test_thinking_time.py::test_it_tells_about_once_a_second_what_it_thinks",
    "test_thinking_time.py::test_the_maximum_of_a_clock_is_kept",
    "test_thinking_time.py::test_with_a_clock_it_stops_when_nothing_can_change",
    "test_thinking_time.py::test_with_a_tree_that_was_kept_it_thinks_on_while_the_best_move_can_change",
    "test_time_control.py::test_a_move_never_gets_more_than_there_is",
    "test_time_control.py::test_no_game_is_lost_on_time",
    "test_tree.py::test_superko_is_respected_at_the_root",
    "test_tree.py::test_when_memory_is_full_the_search_goes_on",
    "test_two_eyes.py::test_two_eyes_are_kept_whatever_the_opponent_plays",
    "test_unconditional_life.py::test_what_lives_cannot_be_taken_and_what_does_not_can",
    "test_unkept.py::test_a_game_that_cannot_be_written_is_put_away_and_comes_back_all_the_same",
    "test_unkept.py::test_an_earlier_game_that_cannot_be_put_by_waits_for_it",
    "test_unkept.py::test_what_a_full_disk_refused_is_written_when_it_is_not_full_any_more",
    "test_weights_file.py::test_a_changed_byte_is_refused_or_changes_nothing",
    "test_weights_file.py::test_an_engine_told_of_a_bad_file_plays_on_without",
    "test_weights_file.py::test_learnt_priors_count_as_much_as_is_wished",
}


# A shell that starts the tests in the background lets them ignore Ctrl-C, and so would all programs that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


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


@pytest.fixture
def ko_on_the_whole_board() -> "Position":
    """White may not retake at B3: the simple ko is over, but the whole board is not to come back."""
    from tengen import Position

    position = Position.from_diagram(
        """
        . . . . .
        . X O . .
        X O . O .
        . X O . .
        . . . . .""",
        rules="tromp-taylor",
    )
    position.play("C3")
    position.play("pass")
    position.play("pass")
    return position
