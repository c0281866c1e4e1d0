"""Pages out of templates, which are files beside the modules that fill them in. All that is filled in is escaped."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined


def render(package: str, template: str, **values: Any) -> str:
    """The page that a template of a package makes of some values."""
    return _environment(package).get_template(template).render(values)


@cache
def _environment(package: str) -> Environment:
    environment = Environment(
        loader=PackageLoader(package, ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "ensure_ascii": False}
    return environment
