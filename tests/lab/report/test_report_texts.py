"""Reports as text: their figures are those of the tally, in the terminal and in Markdown."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from rich.console import Console

from tengen.game.color import BLACK, WHITE
from tengen.lab.conditions import Conditions
from tengen.lab.outcome import End, GameResult, PlayedMove, one_line
from tengen.lab.players import Entrant
from tengen.lab.published import Published
from tengen.lab.report.figures import figures_of, remarks_of, shorten, two_lines
from tengen.lab.report.markdown import report_markdown
from tengen.lab.report.model import Report, ReportRow
from tengen.lab.report.terminal import report_table
from tengen.lab.results import PairingResult, result_of
from tengen.lab.store import Store

STRONG = Entrant("strong", engine="mcts", playouts=100)
WILD = Entrant("sh -c 'a | b <c> & \"d\"'", command="sh -c 'a | b <c> & \"d\"'")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "results.db") as opened:
        yield opened


def play(store: Store, results: list[GameResult], wanted: int = 0) -> PairingResult:
    """A pairing of the two players with these games; Black is the strong one in the first, third, …"""
    event = store.add_event("match", "match", "match")
    pairing = store.set_pairing(event, STRONG, WILD, Conditions(), max(wanted, len(results)))
    runner = store.register()
    for result in results:
        claim = store.claim([event], runner)
        assert claim is not None
        store.finish(claim, pairing, result)
    store.leave(runner)
    return result_of(store, pairing)


def won(color: object, margin: float | None = 3.5, thought: float = 0.25) -> GameResult:
    moves = (PlayedMove(BLACK, "E5", thought, 0.6), PlayedMove(WHITE, "C3", thought / 2, 0.4))
    winner = BLACK if color is BLACK else WHITE
    return GameResult(End.SCORE if margin is not None else End.RESIGNATION, winner, margin, moves=moves)


def some_games() -> list[GameResult]:
    # The strong player wins with Black, with White, with Black; then loses with White.
    return [won(BLACK), won(WHITE), won(BLACK), won(BLACK, None)]


def shown(report: Report, width: int) -> str:
    console = Console(width=width, force_terminal=False, color_system=None)
    with console.capture() as capture:
        console.print(report_table(report))
    return capture.get()


def table_of(markdown: str) -> list[list[str]]:
    """The cells of the first table, as a reader of Markdown sees them."""
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    rows: list[list[str]] = []
    for number, token in enumerate(tokens):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("td_open", "th_open"):
            inline = tokens[number + 1].children or []
            rows[-1].append("".join(child.content for child in inline))
    return rows


def test_figures_are_those_of_the_tally(store: Store) -> None:
    result = play(store, some_games())
    figures = figures_of(ReportRow("a", result, Published(62, 3.1, 500)))
    interval = result.tally.interval()
    assert (figures.games, figures.record, figures.rate) == ("4", "3/0/1", "75.0 %")
    assert figures.interval == f"{100 * interval.low:.1f}–{100 * interval.high:.1f} %"
    assert (figures.black, figures.white) == ("2/2", "1/2")
    assert figures.elo == "+191"  # 400 log10 3
    assert figures.elo_interval.startswith(f"{result.tally.elo_interval().low:+.0f}".replace("-", "−"))
    assert figures.superiority == f"{100 * result.tally.los:.1f} %"
    assert (figures.paper, figures.paper_margin) == ("62.0 %", "± 3.1")
    # A move of 250 ms by Black and of 125 ms by White: each player has both colours.
    assert figures.first_pace == figures.second_pace == "188 ms"
    assert figures.players == one_line(f"{STRONG.name} – {WILD.name}")


def test_a_match_that_goes_on_says_how_far_it_is(store: Store) -> None:
    result = play(store, some_games(), wanted=10)
    assert figures_of(ReportRow("a", result)).games == "4 of 10"


@pytest.mark.parametrize("width", [80, 100, 140])
def test_the_terminal_shows_every_figure_whole(store: Store, width: int) -> None:
    label = "strong – a rather long command line --with=options"
    rows = (
        ReportRow(label, play(store, some_games()), Published(62, 3.1)),
        ReportRow("not yet", None, Published(50), "waits for dynamic komi"),
    )
    text = shown(Report("Does it win?", rows, "A paper, table 1", notes=("played quickly",), command="tengen x"), width)
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text
    for figure in ("75.0 %", "62.0 %", "± 3.1", "3/0/1", "2/2", "1/2", "+191", "188 ms"):
        assert figure in text
    assert "not yet: waits for dynamic komi" in text
    assert "A paper, table 1" in text
    assert "played quickly" in text
    assert "again: tengen x" in text


def test_without_a_paper_there_is_no_column_for_it(store: Store) -> None:
    report = Report("a", (ReportRow("a", play(store, some_games())),))
    assert "paper" not in shown(report, 100)
    assert "paper" not in report_markdown(report)


def test_names_are_not_read_as_markup(store: Store) -> None:
    report = Report("[bold]title[/bold]", (ReportRow("[red]x[/red]", play(store, some_games())),))
    text = shown(report, 100)
    assert "[bold]title[/bold]" in text
    assert "[red]x[/red]" in text


def test_markdown_is_a_table_with_the_papers_figures(store: Store) -> None:
    result = play(store, some_games())
    rows = (
        ReportRow(WILD.name, result, Published(62, 3.1, black=70, white=54)),
        ReportRow("not yet", None, note="waits"),
    )
    text = report_markdown(Report("A_title", rows, "A paper.", "Why?", ("A note",), "tengen lab run x"), level=3)
    assert text.startswith("### A\\_title\n\nSource: A paper.\n\nWhy?\n")
    head, first, second = table_of(text)
    assert len(head) == len(first) == len(second) == 10
    found = dict(zip(head, first, strict=True))
    assert found[""] == WILD.name
    assert found["win rate (95 %)"].startswith("75.0 % (")
    assert found["the paper's"] == "62.0 % ± 3.1 (Black 70.0 %, White 54.0 %)"
    assert found["w/d/l"] == "3/0/1"
    assert second == ["not yet"] + ["–"] * 9
    assert "- not yet: waits" in text
    assert "- A note" in text
    assert text.endswith("```sh\ntengen lab run x\n```\n")


def test_markdown_of_nothing_says_so() -> None:
    assert report_markdown(Report("Empty", ())) == "## Empty\n\nNo games yet.\n"
    assert "no games yet" in shown(Report("Empty", ()), 80)


def test_remarks_name_faults_and_what_was_not_played(store: Store) -> None:
    crashed = GameResult(End.CRASH, at_fault=WHITE, detail="died")
    result = play(store, [won(BLACK), crashed])
    rows = (ReportRow("a", result, note="on 9x9"), ReportRow("b", None))
    told = remarks_of(Report("r", rows))
    # In the second game the strong player is White, so the fault is his.
    assert told == [("a", "on 9x9; 1 not counted: crash (strong)"), ("b", "not played")]
    assert all(label == "" for label, _ in remarks_of(Report("r", rows[:1])))


def test_a_pairing_without_games_has_no_figures(store: Store) -> None:
    report = Report("r", (ReportRow("a", play(store, [], wanted=4)),))
    assert figures_of(report.rows[0]).rate == ""
    assert "no games yet" in shown(report, 80)
    assert "0 of 4" in report_markdown(report)


def test_all_won_is_infinite_elo_and_no_certainty(store: Store) -> None:
    figures = figures_of(ReportRow("a", play(store, [won(BLACK if n % 2 == 0 else WHITE) for n in range(20)])))
    assert (figures.elo, figures.superiority) == ("+∞", "> 99.9 %")
    assert figures.elo_interval.endswith("to +∞")


def test_long_names_are_cut_in_the_middle() -> None:
    assert shorten("a" * 30 + "b" * 30, 21) == "a" * 10 + "…" + "b" * 10
    lines = two_lines("one two three four five six seven eight nine ten", 12).split("\n")
    assert len(lines) == 2
    assert max(map(len, lines)) <= 12
    assert not re.search(r"\s{2}", one_line("a\t\n b"))
