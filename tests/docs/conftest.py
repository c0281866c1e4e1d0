"""The pages of the documentation, and what stands in them."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
PAGES = [*sorted((REPOSITORY / "docs").glob("*.md")), REPOSITORY / "README.md"]
_FENCE = re.compile(r"^( *)```(\w*)[^\n]*\n(.*?)^\1```", re.MULTILINE | re.DOTALL)


class Fence(NamedTuple):
    """A block of code in a page."""

    language: str
    text: str


def fences_of(page: str) -> list[Fence]:
    """The blocks of code of a page."""
    return [Fence(language, text) for _, language, text in _FENCE.findall(page)]


@pytest.fixture(scope="session")
def repository() -> Path:
    return REPOSITORY
