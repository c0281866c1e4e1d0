"""Files of which nobody ever finds half: they are written under another name, and then given their own."""

import contextlib
import os
import secrets
import shutil
from pathlib import Path


def replace_file(path: Path, data: bytes, *, lasting: bool = True) -> None:
    """Put `data` in the place of a file, which keeps its permissions; after an OSError all is as it was.

    With `lasting` it is on the disk when this returns, for a power cut may otherwise leave it empty.
    """
    temporary = path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}.tmp")
    try:
        with open(temporary, "xb") as file:
            file.write(data)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, temporary)
        os.replace(temporary, path)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
