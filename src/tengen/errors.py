"""The errors Tengen raises for what a person can do something about, and what a machine may refuse, in words."""

import errno

_REFUSALS = {
    "ENOSPC": "the disk is full",
    "EDQUOT": "your share of the disk is full",
    "EROFS": "the disk can only be read",
    "EACCES": "you may not write there",
    "EPERM": "you may not write there",
    "ENOTDIR": "a part of its path is no folder",
    "EEXIST": "a part of its path is no folder",
    "EFBIG": "the system lets no file be that large",
    "EIO": "the disk has a fault",
    "EMFILE": "too many files are open",
    "ENFILE": "too many files are open",
}


class TengenError(ValueError):
    """Something given to Tengen cannot be used; the message says what and where."""


def refusal_of(error: BaseException) -> str:
    """What the machine refused, in words; empty if this is something else.

    >>> refusal_of(OSError(errno.ENOSPC, "No space left on device"))
    'the disk is full'
    """
    number = error.errno if isinstance(error, OSError) else None
    return _REFUSALS.get(errno.errorcode.get(number or 0, ""), "")


def reason_of(error: BaseException) -> str:
    """Why something could not be done with a file, in words."""
    cause = error if isinstance(error, OSError) else error.__cause__
    if isinstance(cause, OSError):
        return refusal_of(cause) or cause.strerror or str(cause)
    return str(error)
