"""A record as GTP commands, given to real programs: the boards are the same."""

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tengen.cli import command_line
from tengen.errors import TengenError
from tengen.records import loads
from tengen.records.gtp_commands import gtp_commands
from tengen.wire.client import GtpClient
from tengen.wire.gnugo import find_gnugo

GAMES = {
    "even": "(;SZ[9]KM[5.5];B[ee];W[gc];B[];W[cc])",
    "fixed handicap": "(;SZ[19]KM[0.5]HA[3]AB[dd][pp][dp];W[qd];B[nc])",
    "free handicap": "(;SZ[9]KM[0.5]HA[3]AB[aa][bb][ff];W[ee])",
    "White first": "(;SZ[9];W[ee];B[cc])",
    "a problem": "(;SZ[9]AB[ba][bb][ab][ee]AW[ca][cb][cc][bc][ac]PL[W];W[hh];B[gg])",
    "surrounded stones": "(;SZ[5]AB[ba][ab][bb][cc]AW[ca][cb][bc][ac][dd];B[ee])",
    "stones taken away": "(;SZ[9];B[ee];W[gc];B[cc];AE[ee]AB[aa];W[hh])",
    "stones added": "(;SZ[9];B[ee];W[gc];AB[aa]AW[ii];B[hh])",
    "a capture": "(;SZ[5];B[ba];W[aa];B[ab];W[cc])",
    "no moves": "(;SZ[7]KM[-3.5])",
}
PROGRAMS = {
    "gnugo": [find_gnugo() or "gnugo", "--mode", "gtp"],
    "tengen": [sys.executable, "-m", "tengen", "gtp", "--engine", "random", "--quiet"],
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_real_programs_come_to_the_same_board(program: str) -> None:
    if program == "gnugo" and find_gnugo() is None:
        pytest.skip("GNU Go is not installed")
    with GtpClient(PROGRAMS[program]) as client:
        for name, sgf in GAMES.items():
            record = loads(sgf)
            for number in (0, 1, None):
                if number is not None and number > len(record.moves):
                    continue
                for command in gtp_commands(record, number):
                    client.send(command)
                for color in ("black", "white"):
                    told = sorted(client.send(f"list_stones {color}").split())
                    wanted = [str(v) for v, stone in record.position(number).stones.items() if str(stone) == color]
                    assert told == sorted(wanted), f"{name}, {color} after {number} moves by {program}"
            assert float(client.send("get_komi")) == record.komi


def test_the_command_prints_them_and_what_is_appended(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(GAMES["even"])
    answer = CliRunner().invoke(command_line(), ["sgf2gtp", str(path), "--move", "2", "--append", "genmove b"])
    assert answer.stdout.splitlines() == [
        "boardsize 9",
        "clear_board",
        "komi 5.5",
        "play black E5",
        "play white G7",
        "genmove b",
    ]
    refused = CliRunner().invoke(command_line(), ["sgf2gtp", str(path), "--move", "9"])
    assert isinstance(refused.exception, TengenError)
    assert "the game has 4 moves" in str(refused.exception)
