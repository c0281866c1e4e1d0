"""The reference page of the command `tengen`, made from the commands themselves."""

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from types import UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin

import typer
from typer.models import OptionInfo
from typer.utils import get_params_from_function

_WORDS = {int: "NUMBER", float: "NUMBER", str: "TEXT", Path: "FILE"}


class CommandHelp(NamedTuple):
    """A command as a person types it, and the function behind it."""

    name: str  # with the group before it: "lab report"
    function: Callable[..., Any]


def reference_page(app: typer.Typer) -> str:
    """Every command with its arguments and options as a Markdown page."""
    lines = [
        "# The command line",
        "",
        "Made by `make docs` from the commands themselves; `tengen COMMAND --help` shows the same. After `make setup`",
        "the program is `.venv/bin/tengen`. What goes wrong is told in one sentence, and the exit status is then 2.",
    ]
    for name, function in commands(app):
        lines += ["", f"## tengen {name}", "", _first_paragraph(function), "", *_usage(name, function)]
    return "\n".join(lines) + "\n"


def commands(app: typer.Typer, group: str = "") -> Iterator[CommandHelp]:
    """All commands of an application, those of its groups behind its own."""
    for registered in app.registered_commands:
        function = registered.callback
        if function is not None and not registered.hidden:
            name = registered.name or function.__name__.strip("_").replace("_", "-")
            yield CommandHelp(f"{group}{name}", function)
    for registered_group in app.registered_groups:
        inner = registered_group.typer_instance
        if inner is not None:
            yield from commands(inner, f"{group}{inner.info.name} ")


def _first_paragraph(function: Callable[..., Any]) -> str:
    return " ".join(inspect.cleandoc(function.__doc__ or "").split("\n\n")[0].split())


def _usage(name: str, function: Callable[..., Any]) -> Iterator[str]:
    """The call and the table of what it takes."""
    arguments, options = [], []
    for parameter in get_params_from_function(function).values():
        kind, about = parameter.annotation, parameter.default
        default = _default(about.default)
        if isinstance(about, OptionInfo) and about.hidden:
            continue
        if isinstance(about, OptionInfo):
            options.append((_option(about, kind), _cell(about.help), default))
        else:
            word = about.metavar or parameter.name.upper()
            many = "…" if get_origin(kind) is list else ""
            arguments.append(
                (f"{word}{many}" if about.default is ... else f"[{word}{many}]", _cell(about.help), default)
            )
    call = " ".join(["tengen", name, *(word for word, _, _ in arguments), *(["[OPTIONS]"] if options else [])])
    yield from ["```text", call, "```"]
    if arguments or options:
        yield from ["", "| | what it is | default |", "|---|---|---|"]
        for word, told, default in [*arguments, *options]:
            yield f"| `{word.strip('[]')}` | {told} | {default} |"


def _option(about: OptionInfo, kind: Any) -> str:
    names = ", ".join(about.param_decls or ())
    value = about.metavar or _word(kind)
    return f"{names} {value}".strip()


def _word(kind: Any) -> str:
    """What stands for a value of a type; nothing for a switch."""
    if get_origin(kind) is list:
        return f"{_word(get_args(kind)[0])} …"
    if get_origin(kind) in (Union, UnionType):
        return _word(next(part for part in get_args(kind) if part is not type(None)))
    return "" if kind is bool else _WORDS[kind]


def _default(value: Any) -> str:
    if value is None or value is ... or isinstance(value, bool) or value in ("", []):
        return ""
    return f"`{value:g}`" if isinstance(value, float) else f"`{value}`"


def _cell(text: str | None) -> str:
    return (text or "").replace("|", "\\|")
