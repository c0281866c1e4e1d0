"""The list of long tests names tests that there are."""

import pytest
from tests.conftest import LONG, TESTS


@pytest.mark.parametrize("name", sorted(LONG))
def test_a_long_test_is_where_the_list_says(name: str) -> None:
    file, _, function = name.partition("::")
    found = [path for folder in (TESTS, TESTS.parent / "src", TESTS.parent / "docs") for path in folder.rglob(file)]
    assert found, f"there is no file {file}"
    assert any(f"def {function}(" in path.read_text(encoding="utf-8") for path in found) or not function
