"""The wire format of GTP, as strings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.wire.syntax import (
    MAX_ID_DIGITS,
    Command,
    CommandSyntaxError,
    Response,
    ResponseReader,
    ResponseTooLongError,
    format_command,
    format_failure,
    format_success,
    parse_command,
    parse_response,
)

ids = st.none() | st.integers(min_value=0, max_value=2**31 - 1)
words = st.text(st.characters(exclude_characters=" #", exclude_categories=("Cc", "Cs")), min_size=1).filter(
    lambda word: not word.isascii() or not word.isdigit()
)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("name", Command(None, "name")),
        ("name\n", Command(None, "name")),
        ("12 name\r\n", Command(12, "name")),
        ("0 name", Command(0, "name")),
        ("007 name", Command(7, "name")),
        ("  3   play \t black   D4  ", Command(3, "play", ("black", "D4"))),
        ("play b C3 # why not", Command(None, "play", ("b", "C3"))),
        ("play b C3#why not", Command(None, "play", ("b", "C3"))),
        ("na\x00\x07me\x7f", Command(None, "name")),
        # The specification drops a carriage return wherever it stands; it ends no line.
        ("na\rme\r", Command(None, "name")),
        ("4294967296000 name", Command(4294967296000, "name")),
        ("-1 name", Command(None, "-1", ("name",))),
        ("1name", Command(None, "1name")),
        ("komi 7.5", Command(None, "komi", ("7.5",))),
        ("loadsgf 棋譜.sgf 5", Command(None, "loadsgf", ("棋譜.sgf", "5"))),
        # Only ASCII digits make an id, and only spaces and tabs part words.
        ("² name", Command(None, "²", ("name",))),
        ("٣ name", Command(None, "٣", ("name",))),
        ("loadsgf my\u00a0game\u2028.sgf", Command(None, "loadsgf", ("my\u00a0game\u2028.sgf",))),
        ("say caf\udce9", Command(None, "say", ("caf\udce9",))),
    ],
)
def test_command(line: str, expected: Command) -> None:
    assert parse_command(line) == expected


@pytest.mark.parametrize("line", ["", "\n", "\r\n", "\r", " \t ", "# comment", "  #1 name", "\x00\x1b"])
def test_nothing_to_answer(line: str) -> None:
    assert parse_command(line) is None


@pytest.mark.parametrize(
    ("line", "id", "message"),
    [
        ("12", 12, "missing command"),
        ("12 # name", 12, "missing command"),
        ("9" * 5000 + " name", None, "id has more than 1000 digits"),
        ("name\nversion", None, "a command is one line"),
    ],
)
def test_not_a_command(line: str, id: int | None, message: str) -> None:
    with pytest.raises(CommandSyntaxError, match=message) as caught:
        parse_command(line)
    assert caught.value.id == id


def test_the_longest_id_is_echoed() -> None:
    digits = "9" * MAX_ID_DIGITS
    command = parse_command(f"{digits} name")
    assert command is not None
    assert format_success(command.id, "Tengen") == f"={digits} Tengen\n\n"


@given(st.text())
def test_any_text_is_a_command_or_nothing_or_an_error(line: str) -> None:
    try:
        command = parse_command(line)
    except CommandSyntaxError:
        return
    assert command is None or command.name


@given(ids, words, st.lists(st.text("abc9.D", min_size=1)))
def test_a_command_comes_back_as_it_was_sent(id: int | None, name: str, arguments: list[str]) -> None:
    command = Command(id, name, tuple(arguments))
    assert parse_command(format_command(command)) == command


@pytest.mark.parametrize("word", ["", "two words", "a#b", "tab\there", "line\nend", "nul\x00"])
def test_words_that_cannot_be_sent(word: str) -> None:
    with pytest.raises(ValueError, match="GTP cannot carry the word"):
        format_command(Command(1, "loadsgf", (word,)))


def test_a_number_is_no_command_name() -> None:
    with pytest.raises(ValueError, match="missing command"):
        format_command(Command(None, "12"))
    with pytest.raises(ValueError, match="would not read"):
        format_command(Command(None, "12", ("name",)))


@pytest.mark.parametrize(
    ("id", "text", "expected"),
    [
        (None, "", "=\n\n"),
        (5, "", "=5\n\n"),
        (0, "2", "=0 2\n\n"),
        (None, "D4\n\n\n", "= D4\n\n"),
        (None, "\n A B\n1 . .", "=\n A B\n1 . .\n\n"),
        (None, "one\n\n\ntwo", "= one\n \n \ntwo\n\n"),
        (None, "a\tb\r\n\x1b[31mred\x00", "= a b\n[31mred\n\n"),
    ],
)
def test_success(id: int | None, text: str, expected: str) -> None:
    assert format_success(id, text) == expected


@pytest.mark.parametrize(
    ("id", "message", "expected"),
    [
        (None, "illegal move", "? illegal move\n\n"),
        (3, "Traceback:\n\n  line 1\r\n  oops", "?3 Traceback: line 1 oops\n\n"),
        (3, "", "?3\n\n"),
    ],
)
def test_failure(id: int | None, message: str, expected: str) -> None:
    assert format_failure(id, message) == expected


@given(ids, st.text())
def test_every_response_ends_at_its_end_and_nowhere_else(id: int | None, text: str) -> None:
    for written in (format_success(id, text), format_failure(id, text)):
        assert written.endswith("\n\n")
        assert written.count("\n\n") == 1
        assert parse_response(written).id == id


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("=\n\n", Response(None, True, "")),
        ("= \n\n", Response(None, True, "")),
        ("=1 D4\n\n", Response(1, True, "D4")),
        ("=1   D4  \n\n", Response(1, True, "D4")),
        ("\n\r\n=1 D4\r\n\r\n", Response(1, True, "D4")),
        ("?2 illegal move\n\n", Response(2, False, "illegal move")),
        ("?\n\n", Response(None, False, "")),
        ("= name\nversion\n\n", Response(None, True, "name\nversion")),
        ("=\n   A B\n 2 . .\n\n", Response(None, True, "   A B\n 2 . .")),
        ("= a\n \nb\n\n", Response(None, True, "a\n \nb")),
        ("====\nGNU Go? = 3.8\n=true\n=7 a\n\n", Response(7, True, "a", ("====", "GNU Go? = 3.8", "=true"))),
        ("= 42\n\n= more\n\n", Response(None, True, "42")),
    ],
)
def test_response(text: str, expected: Response) -> None:
    assert parse_response(text) == expected


@pytest.mark.parametrize("text", ["", "\n\n", "= D4", "= D4\n", "banner\n\n"])
def test_no_whole_response(text: str) -> None:
    with pytest.raises(ValueError, match="no whole GTP response"):
        parse_response(text)


def test_the_reader_starts_afresh_after_each_response() -> None:
    reader = ResponseReader()
    lines = ["noise", "=1 a", "b", "", "", "?2 c"]
    assert [found for line in lines if (found := reader.feed(line))] == [Response(1, True, "a\nb", ("noise",))]
    assert reader.last_line == "?2 c"
    assert reader.feed("") == Response(2, False, "c")
    assert reader.last_line is None


@pytest.mark.parametrize("first", ["banner", "=1 answer"])
def test_the_reader_does_not_hold_everything(first: str) -> None:
    reader = ResponseReader(max_characters=1000)
    reader.feed(first)
    for _ in range(5000):  # empty lines outside a response cost nothing
        if first == "banner":
            assert reader.feed("") is None
    for _ in range(80):
        reader.feed("ten letters")
    with pytest.raises(ResponseTooLongError, match="more than 1000 characters"):
        reader.feed("x" * 100)
