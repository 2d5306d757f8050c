"""What the tests of the page for browsers share: a browser that shows the page, and its parts."""
import json
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "tests/scripts"))
from chromium import Chromium, find_chromium  # noqa: E402

PAGE = PROJECT / "build-web/emilia.html"
NATIVE = os.environ.get("EMILIA_PROGRAM", str(PROJECT / "build/emilia"))
CHROMIUM = find_chromium()
MISSING = [name for name in ("em++", "apt-get") if not shutil.which(name)]
if not CHROMIUM:
    MISSING.append("chromium")

START = "---------------------------OX------XO---------------------------"
NO_STORAGE = "Object.defineProperty(window, 'localStorage', {get() { throw new Error(); }})"
YOU = {"X": "you", "O": "you"}


def build_page() -> None:
    """Builds the page, which takes minutes the first time."""
    if MISSING:
        raise unittest.SkipTest("not found: " + ", ".join(MISSING))
    subprocess.run([PROJECT / "scripts/release.sh", "web"], check=True)


def native(*arguments: str) -> dict:
    """What the program for this system prints as JSON."""
    return json.loads(subprocess.run([NATIVE, *arguments, "--json"], capture_output=True,
                                     check=True, timeout=60).stdout)


class WebTest(unittest.TestCase):
    """The tests of a class share one browser."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.browser = Chromium(CHROMIUM)
        cls.addClassCleanup(cls.browser.close)

    def setUp(self) -> None:
        self.browser.prefer("light")
        self.browser.resize(1200, 1000)

    # The page's parts.

    def open(self, state: dict | None = None) -> None:
        """Opens the page anew, with this state instead of a saved one."""
        if self.value("location.protocol") != "file:":
            self.browser.open(PAGE)
        self.value("localStorage.clear()" if state is None else
                   f"localStorage.setItem('emilia', {json.dumps(json.dumps(state))})")
        self.reload()

    def reload(self) -> None:
        self.browser.open(PAGE)
        self.wait("!document.getElementById('new').disabled"
                  " || document.getElementById('thinking').textContent")

    def open_game(self, moves: str, settings: dict | None = None, start: str = START + " X",
                  **others: object) -> None:
        self.open({"record": {"start": start, "moves": moves}, "shown": 60,
                   "settings": YOU if settings is None else settings, **others})

    def run_before_page(self, script: str) -> None:
        """Runs a script before those of each page that is opened in this test."""
        number = self.browser.call("Page.addScriptToEvaluateOnNewDocument",
                                   source=script)["identifier"]
        self.addCleanup(self.browser.call, "Page.removeScriptToEvaluateOnNewDocument",
                        identifier=number)

    def value(self, script: str) -> Any:
        return self.browser.evaluate(script)

    def wait(self, condition: str, seconds: float = 60) -> None:
        try:
            self.browser.wait_for(lambda: self.value(f"Boolean({condition})"), seconds)
        except TimeoutError:
            self.fail(f"{condition} stays false; the page says '{self.text('status')}', "
                      f"'{self.text('thinking')}'; {self.browser.complaints()}")

    def text(self, name: str) -> str:
        return self.value(f"document.getElementById('{name}').textContent")

    def wait_for_status(self, part: str) -> None:
        self.wait(f"document.getElementById('status').textContent.includes({json.dumps(part)})")

    def click(self, selector: str) -> None:
        self.wait(f"!document.querySelector('{selector}').disabled")
        self.browser.click_on(selector)

    def click_square(self, name: str) -> None:
        self.click(f"[data-square={name}]")

    def choose(self, select: str, value: str) -> None:
        """Selects an option, as a browser reports it."""
        self.value(f"(() => {{ const node = document.getElementById('{select}');"
                   f" node.value = '{value}';"
                   " node.dispatchEvent(new Event('input', {bubbles: true}));"
                   " node.dispatchEvent(new Event('change', {bubbles: true})); })()")

    def type_key(self, key: str, code: int, text: str = "") -> None:
        """Presses a key that has an effect of its own, such as Tab or Enter."""
        self.browser.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=key,
                          windowsVirtualKeyCode=code, text=text)
        self.browser.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key,
                          windowsVirtualKeyCode=code)

    def enter_text(self, text: str) -> None:
        self.click("#text")
        self.value("document.getElementById('text').select()")
        self.browser.call("Input.insertText", text=text)

    # What it shows.

    def board(self) -> str:
        """The board as the buttons tell it to screen readers."""
        return self.value(
            "[...document.querySelectorAll('#squares button')].map((button) => {"
            " const label = button.getAttribute('aria-label').split(', ')[1];"
            " return label === 'black' ? 'X' : label === 'white' ? 'O' : '-'; }).join('')")

    def drawn_discs(self) -> dict:
        return self.value("({X: document.querySelectorAll('#play-board circle.black').length,"
                          " O: document.querySelectorAll('#play-board circle.white').length})")

    def legal(self) -> list[str]:
        return self.value("[...document.querySelectorAll('#squares button.legal')]"
                          ".map((button) => button.dataset.square)")

    def moves(self) -> list[str]:
        return self.value("[...document.querySelectorAll('#record button span')]"
                          ".map((move) => move.textContent)")

    def check_drawing(self) -> None:
        board = self.board()
        self.assertEqual(self.drawn_discs(), {disc: board.count(disc) for disc in "XO"})
        self.assertEqual(self.text("play-black").split()[-1], str(board.count("X")))

    def check_quiet(self) -> None:
        """Checks that the page has fetched nothing but itself and reported no error."""
        own = (PAGE.as_uri(), "blob:", "data:image/svg+xml")
        self.assertEqual([url for url in self.browser.requests() if not url.startswith(own)], [])
        self.assertEqual(self.browser.complaints(), [])
