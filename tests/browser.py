"""Pages in a real browser: Chromium without a window, spoken to through two pipes."""

import base64
import json
import os
import shutil
import subprocess
import time
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def find_browser():
    """The path of a Chromium on this machine, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """A page of Chromium; ``complaints`` collects what its console says."""

    def __init__(self, program, profile):
        reading, self.out = os.pipe()
        self.back, writing = os.pipe()
        flags = (
            f"--headless --no-sandbox --disable-gpu --hide-scrollbars --remote-debugging-pipe "
            f"--no-first-run --user-data-dir={profile}"
        ).split()
        shell = f'exec "$@" 3<&{reading} 4>&{writing}'
        self.process = subprocess.Popen(
            ["bash", "-c", shell, "bash", program, *flags],
            pass_fds=(reading, writing), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(reading)
        os.close(writing)
        self.waiting, self.number, self.session = b"", 0, None
        self.events, self.complaints = [], []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(20)
        os.close(self.out)
        os.close(self.back)

    def call(self, method, **params):
        """Send a command and return its result."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self.number:
                assert "error" not in answer, answer
                return answer["result"]
            self.events.append(answer)

    def _receive(self):
        while b"\0" not in self.waiting:
            part = os.read(self.back, 1 << 16)
            assert part, "the browser has ended"
            self.waiting += part
        message, _, self.waiting = self.waiting.partition(b"\0")
        answer = json.loads(message)
        if answer.get("method") in ("Log.entryAdded", "Runtime.exceptionThrown"):
            self.complaints.append(answer["params"])
        if answer.get("method") == "Runtime.consoleAPICalled":
            self.complaints.append(answer["params"])
        return answer

    def open(self, path):
        """Load a file and wait until it stands."""
        self.visit(Path(path).absolute().as_uri())

    def visit(self, address):
        """Load a page and wait until it stands."""
        self.events.clear()
        self.call("Page.navigate", url=address)
        while not any(e.get("method") == "Page.loadEventFired" for e in self.events):
            self.events.append(self._receive())
        time.sleep(0.2)

    def value(self, expression):
        """The value of a JavaScript expression in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def wait_for(self, expression, seconds):
        """Wait until a JavaScript expression is true in the page, and return its value."""
        deadline = time.monotonic() + seconds
        while not (found := self.value(expression)):
            assert time.monotonic() < deadline, f"not true after {seconds} s: {expression}"
            time.sleep(0.2)
        return found

    def requests(self):
        """Addresses that the page has asked for."""
        sent = (e for e in self.events if e.get("method") == "Network.requestWillBeSent")
        return [e["params"]["request"]["url"] for e in sent]

    def resize(self, width, height):
        """Show the page on a screen of that size."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=width < 600,
        )  # fmt: skip

    def as_paper(self):
        """Show the page as it would be printed on A4."""
        self.resize(718, 1000)
        self.call("Emulation.setEmulatedMedia", media="print")

    def darken(self):
        """Prefer dark colours."""
        dark = {"name": "prefers-color-scheme", "value": "dark"}
        self.call("Emulation.setEmulatedMedia", features=[dark])

    def screenshot(self, path, clip=None):
        """Save a picture of the whole page, or of the part ``{x, y, width, height}``."""
        part = {} if clip is None else {"clip": {**clip, "scale": 1}}
        taken = self.call(
            "Page.captureScreenshot", format="png", captureBeyondViewport=True, **part
        )
        Path(path).write_bytes(base64.b64decode(taken["data"]))

    def print(self, path):
        """Save what would come out of a printer, as PDF on A4."""
        printed = self.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)
        Path(path).write_bytes(base64.b64decode(printed["data"]))
