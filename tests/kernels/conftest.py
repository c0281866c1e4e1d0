"""What several files of this folder need: the diagrams of Pachi's unit tests with their questions."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tengen.regression.diagrams import Diagram, Question, boards_of, load_diagrams

PACHI = Path(__file__).resolve().parents[3] / "shared" / "suites" / "pachi"

Asked = tuple[Diagram, Any, Question]


@pytest.fixture(scope="session")
def pachi_questions() -> Callable[..., Iterator[Asked]]:
    """The questions of a suite that have one of these names, each with its diagram and its board."""

    def questions(suite: str, *names: str) -> Iterator[Asked]:
        path = PACHI / suite
        if not path.exists():
            pytest.skip(f"the test suite {path} is missing: the shared files are not part of the project")
        for diagram in load_diagrams(path):
            boards = boards_of(diagram)
            for question in diagram.questions:
                if question.name in names:
                    yield diagram, boards, question

    return questions
