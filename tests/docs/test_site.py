"""The site builds without a warning, its links lead somewhere, and it loads nothing from elsewhere."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

pytest.importorskip("mkdocs", reason="the documentation is built with MkDocs: pip install tengen[docs]")

# What a browser fetches by itself when it shows a page; a link that a reader may follow is none of it.
_FETCHED = {
    "script": ("src",),
    "link": ("href",),
    "img": ("src", "srcset"),
    "iframe": ("src",),
    "source": ("src", "srcset"),
    "video": ("src", "poster"),
    "audio": ("src",),
    "object": ("data",),
    "embed": ("src",),
    "use": ("href",),
}
_ELSEWHERE = re.compile(r"(?:https?:)?//", re.IGNORECASE)
_FETCHED_BY_STYLE = re.compile(r"(?:@import\s+|url\()\s*[\"']?(?:https?:)?//", re.IGNORECASE)


class Page(HTMLParser):
    """What a page fetches, where its links go, and the places that can be linked to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.fetched += [found[name] for name in _FETCHED.get(tag, ()) if name in found]
        self.places |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])


@pytest.fixture(scope="module")
def site(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make site` builds it; a warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=repository,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}


def test_every_page_of_docs_is_in_the_site(site: Path, repository: Path) -> None:
    written = {path.stem for path in (repository / "docs").glob("*.md")}
    assert {path.stem for path in site.glob("*.html")} == written | {"404"}


def test_pages_fetch_nothing_from_elsewhere(site: Path, pages: dict[Path, Page]) -> None:
    fetched = [(path.name, address) for path, page in pages.items() for address in page.fetched]
    assert len(fetched) > len(pages)  # there are a style and a script at least
    assert [found for found in fetched if _ELSEWHERE.match(found[1])] == []
    styles = [*site.rglob("*.css"), *site.rglob("*.html"), *site.rglob("*.svg")]
    assert [path.name for path in styles if _FETCHED_BY_STYLE.search(path.read_text(encoding="utf-8"))] == []


def test_nothing_is_shown_whose_script_would_be_fetched(pages: dict[Path, Page], site: Path) -> None:
    """The theme fetches Mermaid, and asks a host about a repository, only for pages that use them."""
    for path in pages:
        text = path.read_text(encoding="utf-8")
        assert 'class="mermaid"' not in text
        assert 'data-md-component="source"' not in text
    assert not list(site.rglob("*.woff*"))


def test_links_lead_somewhere(pages: dict[Path, Page]) -> None:
    checked = 0
    for path, page in pages.items():
        for link in page.links:
            address = urlsplit(link)
            if address.scheme or address.netloc or path.name == "404.html":
                continue
            target = (path.parent / unquote(address.path)).resolve() if address.path else path
            assert target.exists(), f"{path.name} links to {link}"
            if address.fragment and target.suffix == ".html":
                assert unquote(address.fragment) in pages[target].places, f"{path.name} links to {link}"
            checked += 1
    assert checked > 100


def test_navigation_has_the_parts_a_reader_looks_for(pages: dict[Path, Page], site: Path) -> None:
    home = (site / "index.html").read_text(encoding="utf-8")
    for part in ("Play", "Connect your Go program", "Review a game", "The laboratory", "The library", "Reference"):
        assert part in home
    assert {"play.html", "connect.html", "parameters.html", "ideas.html"} <= {
        urlsplit(link).path for link in pages[site / "index.html"].links
    }
