# SPDX-License-Identifier: BSD-3-Clause
"""Fills a page's template. A page is one HTML file that needs nothing else."""

from datetime import datetime, timezone
from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from hocket import __version__
from hocket.find import PACKAGE
from hocket.pages import words


@cache
def environment() -> Environment:
    """One for all pages: it keeps compiled templates."""
    loader = FileSystemLoader([PACKAGE, PACKAGE / "pages"])
    options = {"autoescape": True, "trim_blocks": True, "lstrip_blocks": True, "undefined": StrictUndefined}
    made = Environment(loader=loader, **options)
    for name in ("time", "thousands", "percent", "part", "spec"):
        made.filters[name] = getattr(words, name)
    return made


def fill(template: str, **values) -> str:
    """template: its path inside the package, such as demo/page.html."""
    date = datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    return environment().get_template(template).render(version=__version__, date=date, **values)
