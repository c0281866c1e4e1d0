"""The benchmark against C: the page that it writes, and that the C program still is a twin."""

import argparse
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tengen.kernels.random import new_generators


@pytest.fixture(scope="module")
def light_ratio(load_benchmark: Callable[[str], Any]) -> Any:
    return load_benchmark("light_ratio")


@pytest.fixture
def report(light_ratio: Any) -> Any:
    return sys.modules["ratio_report"]


def measured(report: Any, size: int, *, yardstick: bool) -> dict[str, Any]:
    speeds = {"twin": 80_000.4, "kernel": 81_234.5} | ({"yardstick": 65_000.0} if yardstick else {})
    return {
        "size": size,
        "rounds": 1234,
        "playouts_per_round": 8000,
        "playouts_per_second": speeds,
        "kernel_to_twin": report.Spread(1.0154, 1.0101, 1.0209),
        "kernel_to_twin_by_the_clock": report.Spread(1.002, 0.99, 1.01),
        "kernel_to_yardstick": report.Spread(1.25, 1.2, 1.3) if yardstick else None,
        "twin_to_yardstick": report.Spread(1.23, 1.19, 1.28) if yardstick else None,
    }


def page(report: Any, *, yardstick: bool) -> str:
    how = report.Circumstances(
        ".venv/bin/python benchmarks/light_ratio.py --seconds 30 --write docs/speed.md",
        "2024-05-31",
        "Some Processor 9000",
        "gcc 12.2.0",
        "-O3",
        {"Python": "3.11.7", "numba": "0.61.0"},
    )
    return str(report.page([measured(report, size, yardstick=yardstick) for size in (9, 19)], how))


def test_the_page_has_the_figures_and_how_they_came_about(report: Any) -> None:
    lines = page(report, yardstick=True).splitlines()
    assert lines[0] == "# The speed of light playouts"
    for line in (
        "    .venv/bin/python benchmarks/light_ratio.py --seconds 30 --write docs/speed.md",
        "- Date: 2024-05-31",
        "- Processor: Some Processor 9000",
        "- C compiler: gcc 12.2.0, `-O3`",
        "- Python: 3.11.7",
        "- numba: 0.61.0",
        "|  | 9x9 | 19x19 |",
        "| --- | ---: | ---: |",
        "| playouts/s, kernel | 81,234 | 81,234 |",
        "| playouts/s, twin | 80,000 | 80,000 |",
        "| playouts/s, yardstick | 65,000 | 65,000 |",
        "| kernel/twin, processor time | 1.015 (1.010-1.021) | 1.015 (1.010-1.021) |",
        "| kernel/twin, by the clock | 1.002 (0.990-1.010) | 1.002 (0.990-1.010) |",
        "| kernel/yardstick, by the clock | 1.250 (1.200-1.300) | 1.250 (1.200-1.300) |",
        "| twin/yardstick, by the clock | 1.230 (1.190-1.280) | 1.230 (1.190-1.280) |",
        "| rounds | 1,234 | 1,234 |",
    ):
        assert line in lines
    assert "a minimal C board with pseudo-liberties" in lines[2]


def test_the_page_is_silent_about_a_yardstick_that_was_not_there(report: Any) -> None:
    text = page(report, yardstick=False)
    assert "yardstick" not in text
    assert "minimal C board" not in text
    assert "| kernel/twin, processor time | 1.015" in text


def test_the_command_names_no_folders_of_this_machine(light_ratio: Any, tmp_path: Path) -> None:
    def command(write: Path, yardstick: Path | None = None) -> str:
        return str(light_ratio.command_for(argparse.Namespace(seconds=30.0, yardstick=yardstick, write=write)))

    inside = Path(__file__).resolve().parent.parent / "docs" / "speed.md"
    assert command(inside) == ".venv/bin/python benchmarks/light_ratio.py --seconds 30 --write docs/speed.md"
    outside = command(tmp_path / "page.md", tmp_path / "other.c")
    assert outside == ".venv/bin/python benchmarks/light_ratio.py --seconds 30 --yardstick other.c --write page.md"


def test_the_processor_is_named_as_far_as_it_is_known(report: Any, tmp_path: Path) -> None:
    description = tmp_path / "cpuinfo"
    description.write_text("processor\t: 0\nmodel name\t: Some Processor 9000\nprocessor\t: 1\n")
    assert report.processor(description) == "Some Processor 9000"
    assert report.processor(tmp_path / "missing")


def test_a_page_is_written_whole_or_not_at_all(report: Any, tmp_path: Path) -> None:
    path = tmp_path / "speed.md"
    report.write_page(path, "old\n")
    report.write_page(path, "new – ½\n")
    assert path.read_text(encoding="utf-8") == "new – ½\n"
    with pytest.raises(UnicodeEncodeError):
        report.write_page(path, "\ud800")
    assert path.read_text(encoding="utf-8") == "new – ½\n"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed, so the C twin cannot be compiled")
def test_kernel_and_twin_play_the_same_games(light_ratio: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(light_ratio, "BUILD", tmp_path)
    twin = light_ratio.compile_c(light_ratio.TWIN_SOURCE, "twin")
    light_ratio.check_twin(twin, games=50)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed, so the C twin cannot be compiled")
def test_a_twin_that_plays_otherwise_is_noticed(
    light_ratio: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(light_ratio, "BUILD", tmp_path)
    twin = light_ratio.compile_c(light_ratio.TWIN_SOURCE, "twin")
    monkeypatch.setattr(light_ratio, "new_generators", lambda seed: new_generators(seed + 1))
    with pytest.raises(light_ratio.CannotMeasureError, match=r"the games differ on 9x9, seed 1\..*has to follow"):
        light_ratio.check_twin(twin, games=20)
