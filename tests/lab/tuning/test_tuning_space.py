import numpy as np
import pytest

from tengen.errors import TengenError
from tengen.lab.tuning.space import Dimension, Space, space_of


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("exploration", "is no range"),
        ("exploration=1", "is no range"),
        ("exploration=1:2:linear", "is no range"),
        ("=1:2", "is no range"),
        ("exploration=a:b", "is no range"),
        ("exploration=2:1", "runs upwards"),
        ("exploration=nan:1", "runs upwards"),
        ("exploration=0:inf", "runs upwards"),
        ("exploration=0:1:log", "start above 0"),
        ("expand_after=1:2.5", "whole numbers only"),
        ("explorations=0:1", r"did you mean exploration\?"),
        ("policy=0:1", "is no number"),
        ("reuse_tree=0:1", "is no number"),
        ("rave_equivalence=0:100", "between 1 and 1,000,000,000"),
        ("score_share=0:1", "between 0 and 0.5"),
        ("playouts=0:100", "between 1 and"),
    ],
)
def test_says_what_is_wrong_with_a_range(text: str, message: str) -> None:
    with pytest.raises(TengenError, match=message):
        space_of("mcts", [text], {})


def test_a_setting_is_tuned_once_and_not_fixed() -> None:
    with pytest.raises(TengenError, match="twice"):
        space_of("mcts", ["exploration=0:1", "exploration=0:2"], {})
    with pytest.raises(TengenError, match=r"fixed at 0\.3"):
        space_of("mcts", ["exploration=0:1"], {"exploration": "0.3"})
    with pytest.raises(TengenError, match="nothing is to be tuned"):
        space_of("mcts", [], {})


def test_settings_with_whole_numbers_get_whole_numbers() -> None:
    space = space_of("mcts", ["expand_after=1:20:log"], {})
    assert space.dimensions == (Dimension("expand_after", 1, 20, log=True, whole=True),)
    assert space.default is None  # 0 means "by the size of the board", which is no point of the range
    assert {space.point([c])[0] for c in np.linspace(-1, 1, 200)} == set(range(1, 21))


def test_the_text_of_a_range_is_read_back() -> None:
    for text in ("exploration=0:1", "rave_equivalence=500:5000:log", "near_prior=0:40:int"):
        assert str(Dimension.parse(text)) == text
        assert Dimension.parse(str(Dimension.parse(text))) == Dimension.parse(text)


def test_coordinates_and_values_belong_together() -> None:
    space = space_of("mcts", ["rave_equivalence=500:5000:log", "exploration=0:1"], {})
    assert space.point([-1, 1]) == (500, 1)
    assert space.default == (2500, 0.5)
    assert space.coordinates((500 * 10**0.5, 0.5)) == pytest.approx([0, 0])
    assert space.point(space.coordinates((1230.0, 0.25))) == (1230, 0.25)


def test_points_close_by_are_one() -> None:
    space = Space((Dimension("a", 0, 100), Dimension("b", 0, 1)), None)
    assert space.nearest((50.0, 0.5), [(10.0, 0.5), (51.0, 0.51)]) == (51, 0.51)
    assert space.nearest((50.0, 0.5), [(51.0, 0.6)]) is None
    assert space.nearest((50.0, 0.5), []) is None
