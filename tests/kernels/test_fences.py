"""What a thread publishes is written first, on processors that swap writes too."""

import numba
import numpy as np

from tengen.kernels.fences import observe_published, publish


def test_the_compiler_is_told_of_both_fences() -> None:
    @numba.njit
    def hand_over(numbers):  # type: ignore[no-untyped-def]
        numbers[0] = 1
        publish()  # type: ignore[no-untyped-call]
        numbers[1] = 1
        if numbers[2] != 0:
            observe_published()  # type: ignore[no-untyped-call]
            return numbers[3]
        return 0

    assert hand_over(np.zeros(4, np.int64)) == 0
    (code,) = hand_over.inspect_llvm().values()
    assert "fence release" in code
    assert "fence acquire" in code
