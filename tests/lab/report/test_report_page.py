"""The page of a report: one file, whole, escaped, and without a traceback where there is nothing to show."""

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE
from tengen.lab.conditions import Conditions
from tengen.lab.outcome import End, GameResult, PlayedMove
from tengen.lab.players import Entrant
from tengen.lab.published import Published
from tengen.lab.report import distributions, plots
from tengen.lab.report.distributions import bin_edges
from tengen.lab.report.gather import gather
from tengen.lab.report.html import report_html, write_html
from tengen.lab.report.ladder import distinct_names, ladders
from tengen.lab.report.model import Report, ReportRow
from tengen.lab.report.svg import drawing
from tengen.lab.results import results_of
from tengen.lab.store import Store

A = Entrant("mcts playouts=100", engine="mcts", playouts=100)
B = Entrant('$x$ <script>alert(1)</script> & "q" id="z" 碁', command="x")
C = Entrant("random", engine="random")
_VOID = {"meta", "br"}


class Reader(HTMLParser):
    """Reads a page as a browser would: open elements, identifiers, what points elsewhere, and the text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in _VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("src", "href", "xlink:href", "action"):
                self.links.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "results.db") as opened:
        yield opened


def game(first_wins: bool, first_black: bool, margin: float | None, length: int = 12) -> GameResult:
    """A game of so many moves: each takes as many hundredths of a second, and both know how they stand."""
    winner = BLACK if first_wins is first_black else WHITE
    moves = tuple(
        PlayedMove(color, "pass", n / 100, 0.5 + 0.02 * n * (1 if color is winner else -1))
        for n in range(1, length + 1)
        for color in (BLACK if n % 2 else WHITE,)
    )
    end = End.RESIGNATION if margin is None else End.SCORE
    return GameResult(end, winner, margin, moves=moves, versions={BLACK: "1.0", WHITE: "1.0"})


def play(store: Store, first: Entrant, second: Entrant, results: list[GameResult], conditions: Conditions) -> None:
    event = store.add_event("event", "tournament", "event")
    pairing = store.set_pairing(event, first, second, conditions, len(results))
    runner = store.register()
    for result in results:
        claim = store.claim([event], runner)
        assert claim is not None
        store.finish(claim, pairing, result)
    store.leave(runner)


def report_of(store: Store, published: Published | None = None) -> Report:
    event = store.add_event("event", "tournament", "event")
    rows = tuple(ReportRow(result.pairing.label, result, published) for result in results_of(store, event))
    return Report("A <title>", rows, "The paper & its table", "Why <not>?", ("A note <here>",), "tengen 'a' < b")


def some_games(store: Store) -> Report:
    for first, second in ((A, B), (B, C), (A, C)):
        played = [game(n % 3 != 0, n % 2 == 0, 2.5 + n, 8 + 2 * n) for n in range(8)]
        play(store, first, second, [*played, GameResult(End.CRASH, at_fault=BLACK)], Conditions())
    return report_of(store, Published(70, 5))


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> tuple[Report, str]:
    """A report with something in every section, and its page as written."""
    folder = tmp_path_factory.mktemp("full")
    with Store(folder / "results.db") as store:
        report = some_games(store)
        write_html(report, store, folder / "page.html")
    assert [path.name for path in folder.iterdir() if path.suffix == ".tmp"] == []
    return report, (folder / "page.html").read_text(encoding="utf-8")


def test_the_page_is_whole_and_stands_alone(full: tuple[Report, str]) -> None:
    _, page = full
    reader = Reader(page)
    assert reader.open == []
    assert all(link.startswith("#") for link in reader.links)
    assert "http://" not in page
    assert "https://" not in page
    assert "@import" not in page
    assert not {"script", "link", "img", "iframe", "object"} & set(reader.tags)


def test_identifiers_are_unique_and_all_that_is_pointed_to_is_there(full: tuple[Report, str]) -> None:
    _, page = full
    reader = Reader(page)
    assert len(reader.ids) == len(set(reader.ids))
    used = {link.removeprefix("#") for link in reader.links} | set(re.findall(r"url\(#([^)]*)\)", page))
    assert used <= set(reader.ids)


def test_all_plots_are_there_and_say_what_they_show(full: tuple[Report, str]) -> None:
    report, page = full
    assert page.count("<svg") == page.count('role="img"') == 7
    titles = " ".join(re.findall(r'<title id="[^"]*">(.*?)</title>', page, re.DOTALL))
    result = report.rows[0].result
    assert result is not None
    assert f"{100 * result.tally.score:.1f} %" in titles  # of the win rates
    assert "(paper 70.0 %)" in titles
    assert "8 score, 1 crash" in titles
    assert "median 4 of 8 games" in titles  # -8.5, -5.5, -2.5, 3.5, 4.5, 6.5, 7.5, 9.5
    assert 'class="missing"' not in page


def test_the_table_has_the_tallys_figures(full: tuple[Report, str]) -> None:
    report, page = full
    text = Reader(page).text
    for row in report.rows:
        assert row.result is not None
        tally = row.result.tally
        assert f"{tally.wins}/{tally.draws}/{tally.losses}" in text
        assert f"{100 * tally.interval().low:.1f}–{100 * tally.interval().high:.1f} %" in text
    assert "1 not counted: crash" in text


def test_everything_from_outside_is_escaped(full: tuple[Report, str]) -> None:
    _, page = full
    assert "<script" not in page
    assert "<title>A &lt;title&gt;</title>" in page
    reader = Reader(page)
    assert B.name in reader.text  # and reads as it was written, in the table
    drawn = re.sub(r"<title.*?</title>", "", page, flags=re.DOTALL)
    assert re.search(r"<text[^>]*>[^<]*\$x\$", drawn)  # in a plot it is no formula
    for text in ("Why <not>?", "A note <here>", "tengen 'a' < b", "The paper & its table"):
        assert escape(text) in page


def test_colours_follow_the_readers_theme(full: tuple[Report, str]) -> None:
    _, page = full
    plots = "".join(re.findall(r"<svg.*?</svg>", page, re.DOTALL))
    assert "prefers-color-scheme: dark" in page
    assert re.findall(r"""(?:fill|stroke)(?:: ?|=['"]?)#[0-9a-f]{3,6}""", plots) == []
    defined = set(re.findall(r"(--[\w-]+):#", page))
    assert set(re.findall(r"var\((--[\w-]+)\)", page)) <= defined


def test_dots_and_whiskers_stand_where_the_figures_say(
    full: tuple[Report, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    report, _ = full
    monkeypatch.setattr(plots, "to_svg", lambda figure, *_: figure)
    with drawing():
        figure: Any = plots.win_rates(report)
    assert report.rows[0].result is not None
    tally = report.rows[0].result.tally
    _, ours, our_dot, papers, papers_dot = (line.get_xdata() for line in figure.axes[0].lines[:5])
    assert ours == pytest.approx([100 * tally.interval().low, 100 * tally.interval().high])
    assert our_dot == pytest.approx([100 * tally.score])
    assert papers == pytest.approx([65, 75])
    assert papers_dot == pytest.approx([70])


def test_bars_are_as_high_as_there_are_games(full: tuple[Report, str], monkeypatch: pytest.MonkeyPatch) -> None:
    report, _ = full
    monkeypatch.setattr(distributions, "to_svg", lambda figure, *_: figure)
    with drawing():
        figure: Any = distributions.margins(report)
    bars = [(bar.get_x(), bar.get_y(), bar.get_height()) for bar in figure.axes[0].patches]
    # Margins -8.5, -5.5, -2.5, 3.5, 4.5, 6.5, 7.5, 9.5, in bars of one point.
    assert sorted(bars) == [(place, 0, 1) for place in (-9, -6, -3, 3, 4, 6, 7, 9)]


def test_the_same_games_make_the_same_page(store: Store) -> None:
    play(store, A, B, [game(True, True, 1.5), game(False, False, 2.5)], Conditions())
    report = report_of(store)
    assert report_html(report, store) == report_html(report, store)


def test_no_rows_at_all(store: Store) -> None:
    page = report_html(Report("Nothing", ()), store)
    assert page.count("<svg") == 0
    assert "No pairing has been played yet." in page
    assert "Nobody yet." in page


def test_a_paper_alone_is_drawn(store: Store) -> None:
    page = report_html(Report("r", (ReportRow("later", None, Published(50), "waits"),)), store)
    assert page.count("<svg") == 1
    assert "waits" in page


def test_a_pairing_without_games(store: Store) -> None:
    event = store.add_event("event", "match", "event")
    store.set_pairing(event, A, B, Conditions(), 10)
    page = report_html(report_of(store), store)
    assert page.count("<svg") == 0
    assert page.count('class="missing"') == 7
    assert "0 of 10" in page


def test_games_that_broke_off_before_the_first_move(store: Store) -> None:
    play(store, A, B, [GameResult(End.START, at_fault=WHITE, detail="gone")] * 3, Conditions())
    page = report_html(report_of(store), store)
    assert page.count("<svg") == 1  # how the games ended
    assert "No game was counted out on the board." in page
    assert "did not start" in page


def test_resignations_have_no_margins(store: Store) -> None:
    play(store, A, B, [game(True, n % 2 == 0, None) for n in range(6)], Conditions())
    page = report_html(report_of(store), store)
    assert "No game was counted out on the board." in page
    assert page.count("<svg") == 6


def test_a_player_against_himself_has_no_rating(store: Store) -> None:
    play(store, C, C, [game(n % 2 == 0, n % 2 == 0, 3.5) for n in range(4)], Conditions())
    assert ladders(report_of(store)) == []
    assert "at least two different players" in report_html(report_of(store), store)


def test_those_who_never_met_stand_on_different_ladders(store: Store) -> None:
    d = Entrant("d", command="d")
    for first, second, games in ((A, B, 4), (C, d, 2)):
        play(store, first, second, [game(n != 1, n % 2 == 0, 3.5) for n in range(games)], Conditions())
    groups = ladders(report_of(store))
    assert [set(group.players) for group in groups] == [{A.key, B.key}, {C.key, d.key}]
    assert groups[0].rating(A.key).value > 0 > groups[0].rating(B.key).value


def test_colours_that_never_change_still_give_a_ladder(store: Store) -> None:
    play(store, A, B, [game(True, True, 1.5)] * 3 + [game(False, True, 1.5)], Conditions(color="black"))
    (ratings,) = ladders(report_of(store))
    assert ratings.color_advantage is None
    assert ratings.rating(A.key).value > 0


def test_opinions_are_sorted_by_who_won(store: Store) -> None:
    play(store, A, B, [game(True, n % 2 == 0, 3.5) for n in range(4)], Conditions())
    thinking = gather(report_of(store), store).thinking
    assert not thinking[A.key].opinions[False]
    assert not thinking[B.key].opinions[True]
    # Moves 3 and 4 stand together; the winner makes one of them: 0.56 with Black, 0.58 with White.
    assert sorted(thinking[A.key].opinions[True][3]) == pytest.approx([0.56, 0.56, 0.58, 0.58])
    assert sorted(thinking[B.key].seconds[3]) == pytest.approx([0.03, 0.03, 0.04, 0.04])


def test_players_of_one_name_are_told_apart() -> None:
    twin = Entrant(A.name, engine="mcts", playouts=200)
    names = distinct_names([A, twin, C])
    assert names[C.key] == "random"
    assert len(set(names.values())) == 3


def test_no_bar_holds_wins_and_losses() -> None:
    for low, high in ((-81.5, 88.5), (-0.5, 0.5), (3.0, 3.0), (-361.0, 20.0)):
        edges = bin_edges(low, high)
        assert edges[0] <= low
        assert high < edges[-1]
        assert low >= 0 or 0.0 in edges
        assert len(edges) <= 33


def test_without_matplotlib_it_says_what_to_do(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(TengenError, match="plots need Matplotlib: run `make lab`"):
        write_html(Report("r", ()), store, tmp_path / "page.html")
    assert not (tmp_path / "page.html").exists()
