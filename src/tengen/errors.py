"""The errors Tengen raises for what a person can do something about."""


class TengenError(ValueError):
    """Something given to Tengen cannot be used; the message says what and where."""
