"""Pages out of templates, which are files beside the modules that fill them in. All that is filled in is escaped.

Pages that people write may have parts that programs write, between marks.
"""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined


def render(package: str, template: str, **values: Any) -> str:
    """The page that a template of a package makes of some values."""
    return _environment(package).get_template(template).render(values)


def between_marks(page: str, name: str) -> str:
    """What stands between the marks of that name.

    >>> between_marks("Figures: <!-- speed -->old<!-- end of speed -->.", "speed")
    'old'
    """
    return page.split(f"<!-- {name} -->", 1)[1].split(f"<!-- end of {name} -->", 1)[0].strip()


def put_between_marks(page: str, name: str, part: str) -> str:
    """A page with another part between the marks of that name, which are comments.

    >>> put_between_marks("Figures: <!-- speed -->old<!-- end of speed -->.", "speed", "new")
    'Figures: <!-- speed -->\\nnew\\n<!-- end of speed -->.'
    """
    before, rest = page.split(f"<!-- {name} -->", 1)
    _, after = rest.split(f"<!-- end of {name} -->", 1)
    return f"{before}<!-- {name} -->\n{part}\n<!-- end of {name} -->{after}"


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
