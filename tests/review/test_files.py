"""The files of a review: the annotated record, the graph, the page."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest

from tengen import load, loads
from tengen.errors import TengenError
from tengen.records import GameRecord
from tengen.review import Review
from tengen.review.annotate import annotated
from tengen.review.graph import graph_svg
from tengen.review.page import page
from tengen.review.raster import graph_png

Reviewer = Callable[..., Review]


def test_the_annotated_record_keeps_everything_and_adds_the_better_move(
    review: Reviewer, blunder_game: GameRecord, tmp_path: Path
) -> None:
    found = review(blunder_game)
    found.save(tmp_path, "game", kinds=["sgf"])
    record = load(tmp_path / "game.sgf")
    assert record.moves == blunder_game.moves
    assert record.to_sgf() == annotated(found).to_sgf() == loads(record.to_sgf()).to_sgf()
    blunder = record.root.children[0]
    assert blunder.comment.startswith("hm\n\nBlack wins ")
    assert "Blunder: black loses " in blunder.comment
    assert "F5 is better" in blunder.comment
    assert (blunder.get("BM"), blunder.get("HO")) == ("2", "2")
    assert {str(vertex): text for vertex, text in blunder.labels.items()} == {"F5": "A"}
    assert record.root.get("GB") == "2"
    assert float(record.root.get("V") or 0) > 0 > float(blunder.get("V") or 0)
    better = record.root.children[1]
    assert (str(better.move), better.get("TE")) == ("B F5", "1")
    assert better.position()["F5"] is not None
    assert blunder_game.root.children[0].comment == "hm"  # the record reviewed is left alone


def test_what_the_author_of_a_record_said_stays(review: Reviewer, blunder_game: GameRecord) -> None:
    node = blunder_game.root.children[0]
    node.set("TE", "2")
    node.set("V", "99")
    node.labels = {"F5": "z"}
    blunder_game.root.add("black", "F5", comment="of course")
    copy = annotated(review(blunder_game))
    twin = copy.root.children[0]
    assert (twin.get("TE"), twin.get("BM"), twin.get("V")) == ("2", None, "99")
    assert list(twin.labels.values()) == ["z"]
    assert [child.comment for child in copy.root.children[1:]] == ["of course"]
    assert copy.root.children[1].children  # the variation goes on there


def test_the_graph_is_svg_with_the_mistake_in_it(review: Reviewer, blunder_game: GameRecord) -> None:
    text = graph_svg(review(blunder_game))
    root = ElementTree.fromstring(text)
    titles = [element.text for element in root.iter("{http://www.w3.org/2000/svg}title")]
    assert len(titles) == 1
    assert str(titles[0]).startswith("1. B A9: blunder, ")
    assert "4 positions" in root.attrib["aria-label"]
    empty = review(loads("(;SZ[5])"), first=5)
    ElementTree.fromstring(graph_svg(empty))
    assert empty.graph == ()


def test_the_graph_as_png(review: Reviewer, blunder_game: GameRecord) -> None:
    pytest.importorskip("PIL", reason="Pillow draws PNGs")
    assert graph_png(review(blunder_game)).startswith(b"\x89PNG\r\n")


def test_without_pillow_there_is_a_sentence_and_the_rest(
    review: Reviewer, blunder_game: GameRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "PIL", None)
    with pytest.raises(TengenError, match=r"needs Pillow: pip install"):
        graph_png(review(blunder_game))
    monkeypatch.setattr("tengen.review.files.can_draw_png", lambda: False)
    written = review(blunder_game).save(tmp_path, "game")
    assert [path.name for path in written] == ["game.html", "game.svg", "game.sgf"]
    with pytest.raises(TengenError, match="cannot be written as 'gif'"):
        review(blunder_game).save(tmp_path, "game", kinds=["gif"])


def test_the_page_stands_alone(review: Reviewer, blunder_game: GameRecord) -> None:
    text = page(review(blunder_game))
    assert not re.search(r"""(?:src|href)\s*=|@import|url\(\s*['"]?(?!#)""", text)
    addresses = set(re.findall(r"https?://[^\s\"'<]+", text))
    assert addresses == {"http://www.w3.org/2000/svg"}  # a name, which nobody fetches


def test_names_cannot_break_out_of_the_page(review: Reviewer, blunder_game: GameRecord) -> None:
    evil = "</script><img onerror=alert(1)>&"
    blunder_game.black = blunder_game.result = evil
    blunder_game.root.comment = blunder_game.root.children[0].comment = evil
    text = page(review(blunder_game))
    assert text.count("</script>") == 2
    assert "<img" not in text
