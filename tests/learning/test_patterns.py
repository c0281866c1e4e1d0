"""Learning from collections into a file: what was broken off goes on to the very same file."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tengen.errors import TengenError
from tengen.learning import patterns
from tengen.learning.patterns import LEAST_GAMES, LearningOutcome, LearningWishes, learn_patterns
from tengen.learning.size_learner import LearningOptions
from tengen.records.collections import CollectedGame
from tengen.search.weights_file import WeightsFile, WeightsSection, read_weights, write_weights

Games = Callable[..., list[CollectedGame]]
Write = Callable[[Path, list[CollectedGame]], Path]
QUICK = LearningOptions(passes=2, least_seen=4)


@pytest.fixture
def folder(tmp_path: Path, followers: Games, write_games: Write) -> Path:
    """Sixty games on 7x7, thirty on 6x6 and three on 5x5."""
    games = [*followers(60), *followers(30, size=6, moves=20), *followers(3, size=5, moves=12)]
    return write_games(tmp_path / "games", games)


def learn(folder: Path, out: Path, options: LearningOptions = QUICK, start: str = "none") -> LearningOutcome:
    return learn_patterns(LearningWishes([folder], out, start=start, options=options))


def break_off(folder: Path, out: Path, at: int, options: LearningOptions = QUICK) -> list[tuple[str, int, int]]:
    """Learn until something has been told `at` times; what was told."""
    told: list[tuple[str, int, int]] = []

    def stop(what: str, done: int, of: int) -> None:
        told.append((what, done, of))
        if len(told) == at:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learn_patterns(LearningWishes([folder], out, start="none", options=options), stop)
    return told


def part_file(out: Path) -> Path:
    return out.with_name(out.name + ".part")


# ---- what comes out ------------------------------------------------------------------


def test_each_board_size_with_enough_games_has_a_section(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "weights.bin"
    outcome = learn(folder, out)
    written = read_weights(out)
    assert [section.size for section in written.sections] == [7, 6]
    assert outcome.too_few == {5: 3}
    assert outcome.broken == []
    assert outcome.tally.read == 93
    assert written.learnt_from == ("games",)
    for section, told in zip(written.sections, outcome.weights.sections, strict=True):
        assert section.about() == told.about()
        assert section.keys.tolist() == told.keys.tolist()
    assert written.nearest(9).size == 7
    assert written.nearest(5).size == 6
    assert not part_file(out).exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games", "weights.bin"]


def test_what_is_told_while_it_learns(folder: Path, tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    wishes = LearningWishes([folder], tmp_path / "weights.bin", start="none", options=QUICK)
    learn_patterns(wishes, lambda *step: told.append(step))
    assert told[0] == ("reading games", 0, 0)
    for words in ("7x7: counting patterns", "7x7: learning weights", "6x6: counting patterns"):
        assert words in {what for what, _, _ in told}
    assert all(0 <= done <= of for _, done, of in told)


def test_no_more_games_than_wished_are_read(folder: Path, tmp_path: Path) -> None:
    wishes = LearningWishes([folder], tmp_path / "weights.bin", most_games=22, start="none", options=QUICK)
    with pytest.raises(TengenError, match="20 games of a board size are needed"):
        learn_patterns(wishes)  # the three on 5x5 and 19 of those on 6x6 come first
    learn_patterns(LearningWishes([folder], tmp_path / "weights.bin", most_games=33, start="none", options=QUICK))
    assert [section.size for section in read_weights(tmp_path / "weights.bin").sections] == [6]


def test_several_collections_are_learnt_from_together(tmp_path: Path, followers: Games, write_games: Write) -> None:
    one, two = write_games(tmp_path / "one", followers(15)), write_games(tmp_path / "two", followers(15, first=50))
    for alone in (one, two):
        with pytest.raises(TengenError, match="too little to learn from"):
            learn(alone, tmp_path / "weights.bin")
    learn_patterns(LearningWishes([one, two], tmp_path / "weights.bin", start="none", options=QUICK))
    written = read_weights(tmp_path / "weights.bin")
    assert written.learnt_from == ("one", "two")
    assert 20 < written.sections[0].games <= 30


# ---- games that are no use -----------------------------------------------------------


def test_games_that_are_broken_are_left_out_counted_and_named(folder: Path, tmp_path: Path) -> None:
    (folder / "rubbish.sgf").write_text("this is no game")
    (folder / "handicap.sgf").write_text("(;SZ[7]AB[cc][ee];W[dd])")
    (folder / "short.sgf").write_text("(;SZ[7];B[cc];W[dd])")
    twice = "".join(f";{'BW'[i % 2]}[{where}]" for i, where in enumerate(["aa", "bb", "cc", "dd", "ee", "ff"] * 2))
    (folder / "twice.sgf").write_text(f"(;SZ[7]{twice})")
    outcome = learn(folder, tmp_path / "weights.bin")
    assert outcome.broken == ["twice.sgf: move 7 is not legal"]
    assert outcome.tally.left_out.total() == 2
    assert {name.partition(":")[0] for name in outcome.tally.named} == {"rubbish.sgf", "handicap.sgf"}


def test_too_few_games_are_refused_in_one_sentence(tmp_path: Path, followers: Games, write_games: Write) -> None:
    few = write_games(tmp_path / "few", followers(LEAST_GAMES - 1))
    (few / "rubbish.sgf").write_text("no game")
    with pytest.raises(TengenError, match=r"20 games of a board size are needed: 19 games read, 1 left out"):
        learn(few, tmp_path / "weights.bin")
    assert not (tmp_path / "weights.bin").exists()
    with pytest.raises(TengenError, match="there is no such file"):
        learn(tmp_path / "nowhere", tmp_path / "weights.bin")


# ---- going on ------------------------------------------------------------------------


@pytest.fixture
def whole(folder: Path, tmp_path: Path) -> bytes:
    """The file that learning without a break makes."""
    learn(folder, tmp_path / "whole.bin")
    return (tmp_path / "whole.bin").read_bytes()


def test_learning_again_makes_the_same_file(folder: Path, tmp_path: Path, whole: bytes) -> None:
    learn(folder, tmp_path / "again.bin")
    assert (tmp_path / "again.bin").read_bytes() == whole


def test_what_was_broken_off_anywhere_goes_on_to_the_same_file(
    folder: Path, tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patterns, "_KEPT_EVERY", 30)
    monkeypatch.setattr("tengen.learning.size_learner._TOLD_EVERY", 7)
    all_told: list[tuple[str, int, int]] = []
    wishes = LearningWishes([folder], tmp_path / "told.bin", start="none", options=QUICK)
    learn_patterns(wishes, lambda *step: all_told.append(step))
    assert (tmp_path / "told.bin").read_bytes() == whole
    for at in range(1, len(all_told) + 1, 4):
        out = tmp_path / f"broken-{at}.bin"
        break_off(folder, out, at)
        assert not out.exists()
        learn(folder, out)
        assert out.read_bytes() == whole, all_told[at - 1]
        assert not part_file(out).exists()


def test_it_goes_on_and_does_not_begin_again(
    folder: Path, tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Broken off again and again it still comes to its end, and what is done is not done twice."""
    monkeypatch.setattr(patterns, "_KEPT_EVERY", 10)
    monkeypatch.setattr("tengen.learning.size_learner._TOLD_EVERY", 5)
    out = tmp_path / "weights.bin"
    reached = 0
    for _ in range(4):
        learning = [done for what, done, _ in break_off(folder, out, 15) if what == "7x7: learning weights"]
        assert not learning or learning[0] > reached - 10
        reached = learning[-1] if learning else reached
    assert reached > 50
    learn(folder, out)
    assert out.read_bytes() == whole


def test_what_was_kept_of_other_wishes_is_not_used(
    folder: Path, tmp_path: Path, whole: bytes, followers: Games, write_games: Write
) -> None:
    out = tmp_path / "weights.bin"
    for options in (LearningOptions(passes=3, least_seen=4), LearningOptions(passes=2, least_seen=8)):
        break_off(folder, out, 6, options)
        assert part_file(out).exists()
        learn(folder, out)
        assert out.read_bytes() == whole
        out.unlink()
    write_games(folder, [replace(followers(1, first=500)[0], name="7-0")])  # one game of as many is another
    break_off(folder, out, 6)
    write_games(folder, followers(1))
    learn(folder, out)
    assert out.read_bytes() == whole


@pytest.mark.parametrize("damage", ["empty", "cut", "changed", "foreign", "archive"])
def test_what_was_kept_and_is_damaged_is_not_used(folder: Path, tmp_path: Path, whole: bytes, damage: str) -> None:
    out = tmp_path / "weights.bin"
    break_off(folder, out, 6)
    part = part_file(out)
    data = part.read_bytes()
    middle = len(data) // 2
    part.write_bytes(
        {
            "empty": b"",
            "cut": data[:middle],
            "changed": data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :],
            "foreign": b"something else\n" * 100,
            "archive": hashlib.sha256(data[32:]).digest() + data[:-1],
        }[damage]
    )
    learn(folder, out)
    assert out.read_bytes() == whole
    assert not part.exists()


# ---- what to begin with --------------------------------------------------------------


def test_it_begins_with_a_file_or_with_what_ships(
    folder: Path, tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Learning hardly changes weights when there is next to nothing to learn from: they show where it began."""
    known = read_weights(tmp_path / "whole.bin")
    strange = np.array([5, 77, 4_000_000_001], np.uint32)  # no pattern of these games
    values = np.array([1.5, -2.0, 0.25], np.float32)
    begun = tuple(WeightsSection(about.size, 1, 1, about.plain, strange, values) for about in known.sections)
    write_weights(tmp_path / "begin.bin", WeightsFile(begun, ("somewhere",)))
    monkeypatch.setattr(patterns, "SHIPPED", tmp_path / "begin.bin")
    made = {}
    for start in ("shipped", str(tmp_path / "begin.bin"), "auto"):  # auto: there are few games
        learn(folder, tmp_path / "out.bin", start=start)
        made[start] = (tmp_path / "out.bin").read_bytes()
        for section in read_weights(tmp_path / "out.bin").sections:
            weights = dict(zip(section.keys.tolist(), section.weights.tolist(), strict=True))
            assert [round(weights[key], 3) for key in (5, 77, 4_000_000_001)] == [1.5, -2.0, 0.25]
    assert len(set(made.values())) == 1
    assert whole not in made.values()
    monkeypatch.setattr(patterns, "SHIPPED", tmp_path / "nowhere.bin")
    learn(folder, tmp_path / "out.bin", start="auto")
    assert (tmp_path / "out.bin").read_bytes() == whole


@pytest.mark.parametrize(
    ("content", "words"), [(None, "cannot be read"), (b"no weights", "is no file of learnt weights")]
)
def test_a_file_to_begin_with_that_is_none_is_refused(
    folder: Path, tmp_path: Path, content: bytes | None, words: str
) -> None:
    begin = tmp_path / "begin.bin"
    if content is not None:
        begin.write_bytes(content)
    with pytest.raises(TengenError, match=words):
        learn(folder, tmp_path / "out.bin", start=str(begin))
    assert not (tmp_path / "out.bin").exists()
