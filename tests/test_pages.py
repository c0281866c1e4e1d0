"""Pages out of templates: they are in the package, and nothing that is filled in can break out of its place."""

from importlib.resources import files

import pytest
from jinja2 import DictLoader, Environment, UndefinedError

from tengen import pages

TEMPLATES = [("tengen.review", "page.html"), ("tengen.review", "index.html"), ("tengen.lab.report", "report.html")]


@pytest.mark.parametrize(("package", "name"), TEMPLATES)
def test_templates_are_files_of_the_package(package: str, name: str) -> None:
    assert files(package).joinpath(name).is_file()
    with pytest.raises(UndefinedError):  # nothing is left out quietly
        pages.render(package, name)


def test_what_is_filled_in_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    environment: Environment = pages._environment("tengen.review").overlay(
        loader=DictLoader({"one": "<p title='{{ text }}'>{{ text }}</p><script>{{ data|tojson }}</script>"})
    )
    monkeypatch.setattr(pages, "_environment", lambda package: environment)
    made = pages.render("tengen.review", "one", text="<b> & 'c'", data={"x": "</script>é", "a": [1, 2]})
    assert made == (
        "<p title='&lt;b&gt; &amp; &#39;c&#39;'>&lt;b&gt; &amp; &#39;c&#39;</p>"
        '<script>{"x":"\\u003c/script\\u003eé","a":[1,2]}</script>'
    )
