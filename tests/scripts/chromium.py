"""Controls a Chromium without a window through pipes, by the DevTools protocol."""
import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Callable


def find_chromium() -> str | None:
    """Returns the program that EMILIA_CHROMIUM names, or an installed one."""
    names = (os.environ.get("EMILIA_CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if name and (found := shutil.which(name))), None)


class Chromium:
    """A browser with one page; `events` are the events it has reported since the page opened."""

    def __init__(self, program: str) -> None:
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        commands, self._to = os.pipe()
        self._from, answers = os.pipe()
        # The browser reads from descriptor 3 and writes to descriptor 4.
        self._process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{commands} 4>&{answers}', "bash", program,
             "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--remote-debugging-pipe", f"--user-data-dir={self._profile.name}"],
            pass_fds=(commands, answers), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(answers)
        self._received = b""
        self._number = 0
        self._session: str | None = None
        self.events: list[dict] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target,
                                  flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def close(self) -> None:
        os.close(self._to)  # ends the browser
        self._process.wait(timeout=30)
        os.close(self._from)
        self._profile.cleanup()

    def call(self, method: str, **parameters: Any) -> dict:
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if "id" not in answer:
                self.events.append(answer)
            elif answer["id"] == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def _receive(self) -> dict:
        while b"\0" not in self._received:
            part = os.read(self._from, 1 << 16)
            if not part:
                raise RuntimeError("the browser has ended")
            self._received += part
        message, _, self._received = self._received.partition(b"\0")
        return json.loads(message)

    def evaluate(self, script: str) -> Any:
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True,
                           awaitPromise=True, userGesture=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait_for(self, condition: Callable[[], bool], seconds: float = 20) -> None:
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError("the browser took too long")
            time.sleep(0.02)

    def open(self, page: Path | str, fragment: str = "") -> None:
        """Opens a file or an address."""
        self.call("Page.navigate", url="about:blank")
        self.events.clear()
        address = page if isinstance(page, str) else page.as_uri()
        self.call("Page.navigate", url=address + (fragment and "#" + fragment))
        self.wait_for(lambda: self.evaluate("document.readyState") == "complete"
                      and self.evaluate("location.protocol") != "about:")
        self.settle()

    def settle(self) -> None:
        """Waits until the browser has drawn a changed layout."""
        self.evaluate("new Promise((done) => requestAnimationFrame(() =>"
                      " requestAnimationFrame(() => setTimeout(done))))")

    def resize(self, width: int, height: int, phone: bool = False) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=2 if phone else 1, mobile=phone)
        self.settle()

    def prefer(self, scheme: str) -> None:
        """Sets the colour scheme: `light` or `dark`."""
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])

    def press(self, key: str) -> None:
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def mouse(self, kind: str, x: float, y: float) -> None:
        """Sends `mousePressed`, `mouseMoved` or `mouseReleased`."""
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1,
                  clickCount=1)

    def click(self, x: float, y: float) -> None:
        self.mouse("mousePressed", x, y)
        self.mouse("mouseReleased", x, y)

    def box(self, selector: str) -> dict:
        """Scrolls the first matching element into the window and returns its place."""
        return self.evaluate(
            f"(() => {{ const node = document.querySelector('{selector}');"
            " node.scrollIntoView({block: 'nearest'}); const box = node.getBoundingClientRect();"
            " return {x: box.x, y: box.y, width: box.width, height: box.height}; })()")

    def click_on(self, selector: str) -> None:
        """Clicks in the middle of the first matching element."""
        box = self.box(selector)
        self.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def requests(self) -> list[str]:
        """The addresses of everything that the page has fetched."""
        return [event["params"]["request"]["url"] for event in self.events
                if event["method"] == "Network.requestWillBeSent"]

    def complaints(self) -> list[dict]:
        """Script errors, and the browser's complaints about the page."""
        return [event for event in self.events if event["method"] in
                ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded")]
