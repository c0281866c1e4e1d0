"""Trees of thousands of moves: drawn in time that grows with their number, and only as far as one can look."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import tengen
from tengen.records import GameNode, GameRecord
from tengen.web.graph import graph_markup
from tengen.web.positions import Positions
from tengen.web.settings import GameSettings
from tengen.web.table import Table
from tengen.web.tree_view import (
    WHOLE,
    Placed,
    mark_markup,
    place_nodes,
    told_of,
    tree_markup,
    window_around,
)
from tengen.web.values import Value

if TYPE_CHECKING:
    from tests.web.conftest import Board, Server

LinesRun = Callable[[Callable[[], object]], int]
KO = "(;GM[1]SZ[9]AB[ba][ab][bc]AW[ca][db][cc][bb]"  # Black takes at C8, White takes back at B8


def variations(count: int) -> GameRecord:
    return tengen.loads("(;GM[1]SZ[9]" + "(;B[aa])" * count + ")")


def line(count: int) -> GameRecord:
    return tengen.loads(KO + ";B[cb];W[bb]" * (count // 2) + ")")


def comb(count: int) -> GameRecord:
    """A long game with another move at each of its moves."""
    record = GameRecord(9)
    node = record.root
    for number in range(count // 2):
        color = "black" if number % 2 == 0 else "white"
        following = node.add(color, "pass")
        node.add(color, "E5")
        node = following
    return record


def stairs(count: int) -> GameRecord:
    """A game in which every move was replaced by a better one."""
    record = GameRecord(9)
    node = record.root
    for number in range(count // 2):
        color = "black" if number % 2 == 0 else "white"
        node.add(color, "E5")
        node = node.add(color, "pass")
    return record


def brush(count: int) -> GameRecord:
    """Long variations at every move of a game."""
    record = GameRecord(9)
    node = record.root
    length = int(count**0.5)
    for _ in range(length):
        end = following = node.add("black", "pass")
        end = node.add("black", "E5")
        for _ in range(length - 2):
            end = end.add("white", "pass")
        node = following
    return record


def far_down(count: int) -> GameRecord:
    """Very many variations of a late move, and above them some that are too long to stand beside them."""
    record = GameRecord(9)
    nodes = [record.root]
    for _ in range(count // 4):
        nodes.append(nodes[-1].add("black", "pass"))
    for _ in range(count // 4):
        nodes[-1].add("white", "E5")
    for back in range(1, int(count**0.5)):
        end = nodes[-1 - back]
        for _ in range(back + 1):
            end = end.add("white", "E5")
    return record


def at_random(count: int) -> GameRecord:
    luck = random.Random(7)
    record = GameRecord(9)
    nodes = [record.root]
    while len(nodes) < count:
        nodes.append(luck.choice(nodes[-20:] if luck.random() < 0.9 else nodes).add("black", "pass"))
    return record


SHAPES: dict[str, Callable[[int], GameRecord]] = {
    "variations": variations,
    "line": line,
    "comb": comb,
    "stairs": stairs,
    "brush": brush,
    "far down": far_down,
    "at random": at_random,
}


def draw(record: GameRecord) -> str:
    placed = place_nodes(record.root)
    return tree_markup(placed, window_around(placed, placed[0]))


@pytest.mark.parametrize("shape", SHAPES)
def test_placing_and_drawing_take_work_in_proportion_to_the_tree(shape: str, lines_run: LinesRun) -> None:
    small, large = (SHAPES[shape](count) for count in (WHOLE + 100, 4 * (WHOLE + 100)))
    assert lines_run(lambda: draw(large)) < 4 * 1.5 * lines_run(lambda: draw(small))


@pytest.mark.parametrize("shape", SHAPES)
def test_no_two_nodes_share_a_place_and_children_stand_behind_their_parents(shape: str) -> None:
    record = SHAPES[shape](3_000)
    placed = place_nodes(record.root)
    assert {item.node for item in placed} == set(record.nodes())
    assert len({(item.column, item.row) for item in placed}) == len(placed)
    main_line = set(record.main_line())
    for item in placed:
        assert (item.row == 0) == (item.node in main_line)
        assert item.number == (0 if item.parent < 0 else placed[item.parent].number + (item.node.move is not None))
        if item.parent >= 0:
            parent = placed[item.parent]
            assert parent.node is item.node.parent
            assert item.column == parent.column + 1
            assert item.row >= parent.row
            assert (item.row == parent.row) == (item.node is parent.node.children[0])


def test_short_variations_share_rows() -> None:
    assert max(item.row for item in place_nodes(comb(2_000).root)) == 1


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape not in ("at random", "far down")])
def test_no_node_stands_on_the_line_to_another(shape: str) -> None:
    placed = place_nodes(SHAPES[shape](1_500).root)
    taken = {(item.column, item.row) for item in placed}
    for item in placed[1:]:
        fork = placed[item.parent]
        assert not any((fork.column, row) in taken for row in range(fork.row + 1, item.row))


@pytest.mark.parametrize("shape", SHAPES)
def test_of_a_large_tree_the_part_around_the_move_is_drawn_and_the_rest_is_told(shape: str) -> None:
    placed = place_nodes(SHAPES[shape](5_000).root)
    for at in random.Random(1).sample(placed, 20):
        window = window_around(placed, at)
        assert window.holds(at)
        markup = tree_markup(placed, window)
        drawn = markup.count("data-node")
        assert drawn < 2 * WHOLE
        assert len(markup) < 500_000
        assert f"{drawn:,} of {len(placed):,}" in told_of(placed, window)
        assert "tree-now" in mark_markup(at, window)


def test_a_usual_tree_is_drawn_whole_and_nothing_is_told() -> None:
    placed = place_nodes(at_random(WHOLE).root)
    window = window_around(placed, placed[500])
    assert tree_markup(placed, window).count("data-node") == WHOLE
    assert told_of(placed, window) == ""


def steps(placed: list[Placed]) -> list[Placed]:
    return sorted((item for item in placed if item.row == 0), key=lambda item: item.column)


def test_a_step_seldom_moves_the_window_and_never_leaves_it() -> None:
    placed = place_nodes(line(3_000).root)
    window, moved = window_around(placed, placed[0]), 0
    for at in [*steps(placed), *reversed(steps(placed))]:
        after = window_around(placed, at, window)
        assert after.holds(at)
        moved += after != window
        window = after
    assert 10 < moved < 100


def test_the_graph_of_a_very_long_game_has_no_more_places_than_a_page_has_dots() -> None:
    values = [Value(0.5, 1.0, 10) if number == 4_321 else None for number in range(5_000)]
    markup = graph_markup(values, 4_999)
    assert 300 < markup.count("data-move") <= 500
    assert markup.count("graph-score") == 1
    assert graph_markup(values[:300], 0).count("data-move") == 300


# ---- walking ----------------------------------------------------------------------------------


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[GameNode]:
    """The nodes that were played to make positions."""
    from tengen.records import replay as module
    from tengen.web import positions

    seen: list[GameNode] = []

    def counted(*arguments: object, **options: object) -> object:
        for node, position in module.replay(*arguments, **options):  # type: ignore[arg-type]
            seen.append(node)
            yield node, position

    monkeypatch.setattr(positions, "replay", counted)
    return seen


@pytest.mark.parametrize("text", [KO + ";B[cb];W[bb]" * 400 + ")", "(;SZ[9]" + ";AB[ab];AE[ab]" * 400 + ")"])
def test_a_step_along_a_long_game_plays_few_moves_and_is_right(text: str, played: list[GameNode]) -> None:
    record = tengen.loads(text)
    nodes = list(record.main_line())
    table = Table(GameSettings())
    table.load(record)
    played.clear()
    walk = [*reversed(nodes), *nodes]
    for node in walk:
        table.show(node)
        if nodes.index(node) % 97 == 0:
            assert table.position == node.position()
            assert table.position.moves == node.position().moves
            assert table.position.to_play is node.position().to_play
    assert len(played) < 120 * len(walk)


def test_positions_of_variations_are_right() -> None:
    record = tengen.loads(KO + ";B[cb];W[bb]" * 100 + ";B[cb](;W[bb];B[ee])(;B[ff];W[gg])(;AB[ii]PL[W]))")
    positions = Positions()
    for node in [*record.nodes(), *reversed(list(record.nodes()))]:
        found, expected = positions.of(node), node.position()
        assert (found.stones, found.to_play, found.moves) == (expected.stones, expected.to_play, expected.moves)
        assert found.past_situations == expected.past_situations


def test_what_is_written_is_written_anew_when_something_has_changed() -> None:
    table = Table(GameSettings())
    first = table.to_sgf()
    assert table.to_sgf() is first
    table.show(table.follow(tengen.Vertex.parse("E5", 9)))
    assert ";B[ee]" in table.to_sgf()
    table.node.comment = "well"
    assert "C[well]" in table.to_sgf()
    table.show(table.record.root)
    table.follow(tengen.Vertex.parse("C3", 9))
    assert table.to_sgf().index("B[cg]") < table.to_sgf().index("B[ee]")
    table.end("B+R")
    assert "RE[B+R]" in table.to_sgf()


def test_names_are_read_when_the_record_has_changed_and_only_then(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(GameSettings())
    table.load(tengen.loads("(;GM[1]SZ[9]PB[" + "\\]" * 100_000 + "]PW[];B[ee])"))
    assert table.name_of(tengen.BLACK) == "]" * 40
    assert table.name_of(tengen.WHITE) == table.settings.name_of(tengen.WHITE)
    table.record.white = "Bo"
    assert table.name_of(tengen.WHITE) == "Bo"
    monkeypatch.setattr(GameNode, "get", lambda *_: pytest.fail("read again"))
    assert table.name_of(tengen.BLACK) == "]" * 40


def test_a_node_with_very_many_labels_is_little_work_for_each(lines_run: LinesRun) -> None:
    few, many = (tengen.loads("(;SZ[9]LB" + "[aa:x]" * count + ")").root for count in (100, 1_600))
    assert lines_run(lambda: many.labels) < 16 * 1.5 * lines_run(lambda: few.labels)
    assert {str(place): text for place, text in many.labels.items()} == {"A9": "x"}


# ---- on the page ------------------------------------------------------------------------------

_WATCH = """() => { window.seen = {tree: 0, mark: 0};
  const watch = (where, name) => new MutationObserver(() => window.seen[name]++).observe(
    document.querySelector(where), {subtree: true, childList: true, attributes: true, characterData: true});
  watch(".tree-sheet > :first-child", "tree"); watch(".tree-mark", "mark"); }"""


@pytest.mark.timeout(300)
def test_analysis_leaves_the_tree_alone_and_a_step_moves_the_ring(
    tmp_path: Path, board_at: "Callable[..., tuple[Server, Board]]"
) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(KO + "".join(f"(;{'BW'[n % 2]}[{'cb' if n % 2 == 0 else 'bb'}]" for n in range(1000)) + ")" * 1001)
    server, board = board_at(tmp_path, "--load", str(file))
    page = board.page
    expect(page.locator(".tree-note")).to_contain_text("of 1,001 moves and variations are drawn")
    page.get_by_test_id("analysis").click()
    page.wait_for_selector(".tengen-candidates")
    page.evaluate(_WATCH)
    shown = page.locator(".moves").inner_text()
    board.wait_until(lambda: page.locator(".moves").inner_text() != shown, "another picture of the analysis")
    assert page.evaluate("window.seen") == {"tree": 0, "mark": 0}
    before = board.move_number()
    page.keyboard.press("ArrowLeft")
    board.wait_until(lambda: board.move_number() == before - 1, "a step back")
    board.wait_until(lambda: page.evaluate("window.seen.mark") > 0, "the ring moves")
    assert page.evaluate("window.seen.tree") == 0
    page.locator(".tree [data-node]").nth(3).click()
    board.wait_until(lambda: board.move_number() < before - 1, "the move that was clicked on")
    page.keyboard.press("Home")
    board.wait_until(lambda: board.move_number() == 0, "the beginning")
    board.wait_until(lambda: page.locator('.tree [data-node="0"]').count() == 1, "the beginning of the tree")
    assert server.process.poll() is None


def test_a_variation_that_cannot_be_played_is_told(board: "Board", tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text("(;GM[1]SZ[9];B[ee](;W[cc])(;W[ee]))")
    board.press("open")
    board.page.locator("input[type=file]").set_input_files(tmp_path / "game.sgf")
    expect(board.page.locator(".message")).to_contain_text("Loaded")
    board.page.locator(".tree [data-node]").last.click()
    expect(board.page.locator(".q-notification").first).to_contain_text("move 2")
    board.wait_for("C7", "white")
