# SPDX-License-Identifier: BSD-3-Clause
"""A headless Chromium, spoken to through a pipe in the protocol of its developer tools: no driver is needed."""

import base64
import itertools
import json
import os
import select
import shutil
import subprocess
import time

LIMIT = 60  # seconds for any answer
NAMES = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--no-first-run",
]
OPTIONS += [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--no-proxy-server",
]


def program() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


class Chromium:
    def __init__(self, folder):
        """folder: for its profile."""
        to_it, self.out = os.pipe()
        self.into, from_it = os.pipe()
        shell = f'exec "$0" "$@" 3<&{to_it} 4>&{from_it}'
        words = ["bash", "-c", shell, program(), *OPTIONS, "--remote-debugging-pipe", f"--user-data-dir={folder}"]
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen([*words, "about:blank"], pass_fds=(to_it, from_it), **quiet)
        os.close(to_it)
        os.close(from_it)
        self.numbers, self.rest, self.events, self.session = itertools.count(1), b"", [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.out)
        os.close(self.into)

    def call(self, method, **parameters):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        message |= {"sessionId": self.session} if self.session else {}
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data) :]
        while (answer := self.read()).get("id") != number:
            self.events.append(answer)
        assert "error" not in answer, answer
        return answer["result"]

    def read(self):
        until = time.monotonic() + LIMIT
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.into], [], [], max(0, until - time.monotonic()))
            assert ready, f"Chromium did not answer within {LIMIT} s"
            piece = os.read(self.into, 1 << 20)
            assert piece, "Chromium has ended"
            self.rest += piece
        text, _, self.rest = self.rest.partition(b"\0")
        return json.loads(text)

    def wait_for(self, name):
        while not any(event.get("method") == name for event in self.events):
            self.events.append(self.read())

    def open(self, path):
        self.events.clear()
        self.call("Page.navigate", url=path.resolve().as_uri())
        self.wait_for("Page.loadEventFired")

    def look(self, width=1280, height=900, scheme="light"):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", features=features)

    def evaluate(self, expression):
        """The value of JavaScript; a promise is waited for."""
        options = {"returnByValue": True, "awaitPromise": True, "userGesture": True}
        found = self.call("Runtime.evaluate", expression=expression, **options)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def press(self, key, code=0, text=""):
        for kind in ("keyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **more)

    def click(self, selector):
        """With the mouse, in the middle of it."""
        found = f"const box = document.querySelector({json.dumps(selector)})"
        middle = "box.scrollIntoView({block: 'center', behavior: 'instant'}); const r = box.getBoundingClientRect()"
        x, y = self.evaluate(f"(() => {{ {found}; {middle}; return [r.x + r.width / 2, r.y + r.height / 2] }})()")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def download(self, selector, folder):
        """The file that a click brings, when it is whole: until then its name ends in crdownload."""
        folder.mkdir()
        self.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
        self.click(selector)
        until = time.monotonic() + LIMIT
        while not (files := [path for path in folder.iterdir() if path.suffix != ".crdownload"]):
            assert time.monotonic() < until, f"nothing was downloaded within {LIMIT} s"
            time.sleep(0.05)
        return files[0]

    def picture(self, file, whole=True):
        found = self.call("Page.captureScreenshot", captureBeyondViewport=whole)
        file.write_bytes(base64.b64decode(found["data"]))

    def complaints(self):
        """Errors of scripts and of the page, and whatever it asked of a network."""
        found = [event for event in self.events if event.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded")]
        asked = [event for event in self.events if event.get("method") == "Network.requestWillBeSent"]
        urls = [event["params"]["request"]["url"] for event in asked]
        return [str(event["params"]) for event in found] + [
            url for url in urls if not url.startswith(("file:", "data:", "blob:"))
        ]
