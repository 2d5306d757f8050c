"""The page as an app on a web host: kept for use without a network, with threads, and updated. Its build
takes minutes, so CTest runs this only with `-C release`.
"""
import functools
import http.server
import re
import shutil
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

from web_test import MISSING, PROJECT, WebTest

SITE = PROJECT / "build-site/site"
READY = "!document.getElementById('new').disabled"
KEPT = "navigator.serviceWorker.controller !== null"


def setUpModule() -> None:
    if MISSING:
        raise unittest.SkipTest("not found: " + ", ".join(MISSING))
    subprocess.run([PROJECT / "scripts/release.sh", "site"], check=True)


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class Host:
    """A web host that knows no special headers and serves a copy of the site."""

    def __init__(self) -> None:
        self._temporary = tempfile.TemporaryDirectory()
        self.folder = Path(self._temporary.name, "site")
        shutil.copytree(SITE, self.folder)
        handler = functools.partial(QuietHandler, directory=self._temporary.name)
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._server.server_port}/site/"
        self._serves = True

    def stop(self) -> None:
        if self._serves:
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()
            self._serves = False

    def close(self) -> None:
        self.stop()
        self._temporary.cleanup()


class Site(WebTest):
    def visit(self) -> Host:
        """Visits a new host once, until the browser has kept the page."""
        host = Host()
        self.addCleanup(host.close)
        self.browser.open(host.address)
        self.wait(READY)
        self.wait(KEPT)
        return host

    def test_after_the_first_visit_it_works_without_the_host(self) -> None:
        host = self.visit()
        host.stop()
        self.browser.open(host.address, "f5")
        self.wait(READY)
        self.choose("player-O", "you")
        self.choose("player-X", "you")
        square = self.legal()[0]
        self.click_square(square)
        self.wait_for_status(f"plays {square}.")
        self.assertEqual(self.browser.complaints(), [])

    def test_a_kept_page_is_isolated_so_that_its_engine_has_threads(self) -> None:
        host = self.visit()
        self.browser.open(host.address)
        self.wait(READY)
        self.assertTrue(self.value("crossOriginIsolated"))
        loaded = self.value("performance.getEntriesByType('resource').map((entry) => entry.name)")
        self.assertIn(host.address + "threads/emilia.wasm", loaded)

    def test_a_new_version_is_offered_and_taken_with_the_game(self) -> None:
        host = self.visit()
        self.choose("player-O", "you")
        self.choose("player-X", "you")
        self.click_square("f5")
        self.wait_for_status("plays f5.")
        index = host.folder / "index.html"
        index.write_text(index.read_text(encoding="utf-8").replace(
            "<title>Emilia, an Othello engine", "<title>Emilia, renewed"), encoding="utf-8")
        worker = host.folder / "service-worker.js"
        worker.write_text(re.sub('version = "[0-9a-f]+"', 'version = "new"',
                                 worker.read_text(encoding="utf-8")), encoding="utf-8")
        self.browser.open(host.address)
        self.assertEqual(self.value("document.title"), "Emilia, an Othello engine")
        self.wait("!document.getElementById('update').hidden")
        self.click("#update")
        self.wait("document.title === 'Emilia, renewed'")
        self.wait(READY)
        self.assertEqual(self.moves(), ["f5"])
        self.assertEqual(self.value("caches.keys().then((names) => names.length)"), 1)

    def test_it_can_be_installed(self) -> None:
        host = self.visit()
        answer = self.browser.call("Page.getInstallabilityErrors")
        self.assertEqual(answer["installabilityErrors"], [])
        manifest = self.browser.call("Page.getAppManifest")
        self.assertEqual(manifest["errors"], [])
        self.assertEqual(manifest["url"], host.address + "emilia.webmanifest")


if __name__ == "__main__":
    unittest.main()
