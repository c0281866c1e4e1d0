"""The reference page of the engines' settings, made from their declarations."""

from typing import Any

from tengen.defaults import DEFAULT_ENGINE
from tengen.engines.interface import Engine
from tengen.engines.registry import engine_class, own_engine_names
from tengen.parameters import About, describe

_KINDS = {bool: "yes or no", int: "whole number", float: "number", str: "text"}


def reference_page() -> str:
    """Every setting of every engine of this house as a Markdown page."""
    lines = [
        "# Settings of the engines",
        "",
        "Made by `make docs` from the declarations. A setting is given with `--set name=value`, in GTP with",
        "`tengen-set name value`, to a player of the laboratory as `name=value`, and in Python as",
        '`create_engine("mcts", settings={"name": value})`. `tengen engines` lists them in the terminal. Where a',
        "setting comes from is in the last column; [ideas and their papers](ideas.md) says more.",
    ]
    names = own_engine_names()
    for name in sorted(names, key=lambda name: (name != DEFAULT_ENGINE, name)):
        lines += _section(name, engine_class(name))
    return "\n".join(lines) + "\n"


def _section(name: str, engine: type[Engine]) -> list[str]:
    rows = describe(engine.default_parameters)
    first_words = _plain((engine.__doc__ or "").strip().split("\n")[0])
    lines = ["", f"## {name}", "", first_words]
    if not rows:
        return [*lines, "", "There is nothing to set."]
    lines += [
        "",
        "| setting | what it does | type | default | unit | possible | source |",
        "|---|---|---|---|---|---|---|",
    ]
    for setting, value, about in rows:
        kind = "choice" if about.choices else _KINDS[type(value)]
        cells = (f"`{setting}`", about.help, kind, f"`{told(value)}`", about.unit, _possible(about), about.source)
        lines.append("| " + " | ".join(_plain(cell) for cell in cells) + " |")
    return lines


def told(value: Any) -> str:
    """A value as one would write it behind `--set`.

    >>> told(True), told(2500.0), told(0.04), told("moggy")
    ('yes', '2500', '0.04', 'moggy')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _possible(about: About) -> str:
    if about.choices:
        return ", ".join(f"`{choice}`" for choice in about.choices)
    low, high = about.minimum, about.maximum
    return "" if low is None or high is None else f"{low:,g} to {high:,.15g}"


def _plain(cell: str) -> str:
    """The text of a cell of a table."""
    return cell.replace("|", "\\|").replace("\n", " ")
