"""The one decorator of compiled code. `code_folder.py` is where its machine code is kept."""

import os
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.core import types

from tengen.kernels.code_folder import CHECKED, cache_folder
from tengen.kernels.sealed_code import keep_sealed


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` on its first call, without the GIL, and keep the result on disk.

    A kernel is a free function at module level over records, arrays and numbers. It is
    not given functions, closures or settings in globals: those would not be cached, or
    would be frozen at compile time. Constant tables may be globals.
    """
    if numba.config.DISABLE_JIT:
        # Plain Python then; integers wrap around as they do in machine code, silently.
        return np.errstate(over="ignore")(function)
    # Kernels are not passed to kernels, so the wrapper for that is not needed.
    options = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    dispatcher = numba.njit(**options, boundscheck=CHECKED or None)(function)
    keep_sealed(dispatcher, cache_folder(), _stamp_of(function))
    return _for_any_number(dispatcher)


def _stamp_of(function: Callable[..., Any]) -> object:
    """What changes with the source of a function: for kernels of our own the folder already does."""
    if function.__module__.startswith("tengen.kernels."):
        return ""
    source = os.stat(function.__code__.co_filename)
    return source.st_mtime_ns, source.st_size


def _for_any_number(dispatcher: Any) -> Any:
    """Have calls with a constant use the code for any number.

    Numba gives a constant a type of its own, so that `f(x, 0)` and `f(x, y)` would compile `f`, and all
    that it calls, twice, to the same code: a quarter of all compiling.
    """
    resolve = dispatcher.get_call_template

    def get_call_template(args: Any, kws: dict[str, Any]) -> Any:
        return resolve(
            tuple(types.unliteral(arg) for arg in args), {name: types.unliteral(arg) for name, arg in kws.items()}
        )

    dispatcher.get_call_template = get_call_template
    return dispatcher
