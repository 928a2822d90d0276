"""JupyterLab, with its server on this machine and its page in Chromium."""

import json
import os
import secrets
import socket
import subprocess
import sys
import time
from importlib.util import find_spec
from urllib.request import urlopen

import nbformat
from browser import Browser, find_browser

#: What JupyterLab calls the kinds of output.
STDERR, ERROR = "application/vnd.jupyter.stderr", "application/vnd.jupyter.error"


def missing():
    """What this machine lacks for it, in words; empty if it has all."""
    if find_browser() is None:
        return "no Chromium on this machine (Debian: apt-get install chromium)"
    return "" if find_spec("jupyterlab") else "no JupyterLab here (pip install jupyterlab)"


class Lab:
    """A notebook in JupyterLab; nothing is read from or written to the user's own settings.

    ``variables`` are of its environment, beside those that are there.
    """

    def __init__(self, folder, sources, **variables):
        self.folder, self.token, self.variables = folder, secrets.token_hex(16), variables
        cells = [nbformat.v4.new_code_cell(source) for source in sources]
        kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}  # or it asks
        book = nbformat.v4.new_notebook(cells=cells, metadata=kernel)
        nbformat.write(book, folder / "book.ipynb")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = f"http://127.0.0.1:{probe.getsockname()[1]}"

    def __enter__(self):
        self.said = open(self.folder / "server.log", "w+", encoding="utf-8")
        homes = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
        settings = {
            "ServerApp.ip": "127.0.0.1",
            "ServerApp.port": self.address.rpartition(":")[2],
            "ServerApp.port_retries": "0",
            "ServerApp.root_dir": str(self.folder),
            "IdentityProvider.token": self.token,
            "LabApp.expose_app_in_browser": "True",
            "LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
            "LabApp.workspaces_dir": str(self.folder / "workspaces"),
            "LabApp.user_settings_dir": str(self.folder / "settings"),
        }
        given = [f"--{name}={value}" for name, value in settings.items()]
        self.server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", *given],
            env=os.environ | {name: str(self.folder / name) for name in homes} | self.variables,
            stdout=self.said, stderr=self.said,
        )  # fmt: skip
        try:
            self._wait_for_server(60)
            self.page = Browser(find_browser(), self.folder / "profile").__enter__()
        except BaseException:
            self.server.kill()
            raise
        return self

    def __exit__(self, *error):
        self.page.__exit__(*error)
        self.server.terminate()  # it ends its kernels
        try:
            self.server.wait(20)
        except subprocess.TimeoutExpired:
            self.server.kill()
        self.said.close()

    def _wait_for_server(self, seconds):
        deadline = time.monotonic() + seconds
        while True:
            try:
                return urlopen(f"{self.address}/api?token={self.token}", timeout=5).read()
            except OSError:
                running = self.server.poll() is None and time.monotonic() < deadline
                assert running, (self.folder / "server.log").read_text()
                time.sleep(0.2)

    def run(self, seconds, width=900, height=4000):
        """Open the notebook, run all of its cells, and wait until the last has ended."""
        self.page.resize(width, height)  # cells that nobody sees are not drawn
        self.page.visit(f"{self.address}/doc/tree/book.ipynb?token={self.token}")
        kernel = "window.jupyterapp?.shell?.currentWidget?.context?.sessionContext?.session?.kernel"
        self.page.wait_for(f"{kernel}?.status === 'idle'", seconds)
        self.page.value("void window.jupyterapp.commands.execute('notebook:run-all-cells')")
        prompts = "[...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')]"
        done = f"{prompts}.every(p => /\\[\\d+\\]/.test(p.textContent))"
        self.page.wait_for(f"{done} && {kernel}.status === 'idle'", seconds)
        time.sleep(0.5)

    def texts(self, kind):
        """The texts of all outputs of a kind."""
        found = f"[...document.querySelectorAll({json.dumps(f'[data-mime-type={kind!r}]')})]"
        return self.page.value(f"{found}.map(e => e.textContent)")

    def picture(self, path):
        """Save how the notebook looks, without what JupyterLab has around it."""
        self.page.value(
            "document.querySelectorAll('.Toastify, .jp-Notebook-footer').forEach(e => e.remove())"
        )
        box = self.page.value(
            "(cells => (first => (last => ({x: first.x, y: first.y, width: first.width,"
            " height: last.bottom - first.y}))(cells[cells.length - 1].getBoundingClientRect()))"
            "(cells[0].getBoundingClientRect()))(document.querySelectorAll('.jp-CodeCell'))"
        )
        self.page.screenshot(path, box)
