#!/usr/bin/env python3
"""Puts the page together: the package for JavaScript, the scripts and the style in one HTML file.

make_page.py MODULE.wasm GLUE.js OUTPUT.html
"""
import base64
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPORTS = HERE.parent / "reports"
sys.path.insert(0, str(HERE.parent / "library/javascript"))
import make_package  # noqa: E402

# In this order, as classes must be defined before they are used.
SCRIPTS = ("engine.js", "saved.js", "tree.js", "match.js", "table.js", "settings.js", "scores.js",
           "clocks.js", "explore.js", "set_up.js", "play.js", "games.js", "exchange.js", "drill.js",
           "analysis.js", "offline.js", "start.js")
# The page in one file loads nothing.
ALONE = "; worker-src blob:; img-src data:"


def text_of(*files: Path) -> str:
    return "".join(file.read_text(encoding="utf-8") for file in files)


def page(glue: Path, module: bytes, sources: str = ALONE, links: str = "") -> str:
    """The page, with `module` in it or none; from where it may load scripts and, behind a semicolon,
    other things; its <link> elements."""
    parts = {
        "$sources": sources,
        "$links": links,
        "$style": text_of(REPORTS / "page.css", HERE / "page.css"),
        "$viewer": text_of(REPORTS / "viewer.html"),
        "$wasm": base64.b64encode(module).decode(),
        "$shared": text_of(REPORTS / "board.js", REPORTS / "viewer.js"),
        "$package": make_package.browser_module(text_of(glue)),
        "$script": text_of(*(HERE / name for name in SCRIPTS)),
    }
    rest = text_of(HERE / "page.html")
    whole = ""
    for mark, part in parts.items():  # in the order of the template
        before, found, rest = rest.partition(mark)
        if not found:
            raise SystemExit(f"page.html lacks {mark}")
        if "</script" in part:
            raise SystemExit(f"{mark} would end its element")
        whole += before + part
    return whole + rest


if __name__ == "__main__":
    MODULE, GLUE, OUTPUT = map(Path, sys.argv[1:])
    OUTPUT.write_text(page(GLUE, MODULE.read_bytes()), encoding="utf-8")
