"""A folder served to a headless Chromium, which may load nothing else."""

import contextlib
import functools
import http.server
import threading
from playwright.sync_api import sync_playwright

# In milliseconds.
PATIENCE = 300_000


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript", ".wasm": "application/wasm"}

    def log_message(self, *arguments):
        pass


@contextlib.contextmanager
def page_on(folder, path):
    """A page of a folder, and the address at which the folder is served."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"], timeout=PATIENCE)
        page = browser.new_page()
        # The default of 30 seconds is too short for a busy machine.
        page.set_default_timeout(PATIENCE)
        page.route("**/*", lambda route: route.continue_() if route.request.url.startswith(address) else route.abort())
        page.goto(address + path)
        yield page, address
        browser.close()
    server.shutdown()
