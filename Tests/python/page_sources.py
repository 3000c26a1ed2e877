"""The page of the server as its sources say it now, for who has changed them and has not compiled them yet.

    PAGE_SOURCES=1 python3 Tests/python/page.py SERVER

The browser of each person then gets the files of the page from the sources, as `ServedPage` serves them, and all else from the
server.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "Server/Sources/CServerPage"
#: What a browser is started with besides: it takes a page that a test serves for one from afar, which may open no WebSocket here.
ARGUMENTS = ["--disable-features=LocalNetworkAccessChecks"] if os.environ.get("PAGE_SOURCES") else []
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


def compacted(script: str) -> str:
    """A script or a style sheet as it is served: without comments of whole lines, and without indentation."""
    lines, is_inside = [], False
    for line in map(str.strip, script.split("\n")):
        if is_inside or (line.startswith("/**") and ("*/" not in line or line.endswith("*/"))):
            is_inside = not line.endswith("*/")
        elif line and not line.startswith("//"):
            lines.append(line)
    return "\n".join(lines)


def page_files() -> dict[str, str]:
    """The files by their paths below ``/page/``."""
    table = (FOLDER / "page.c").read_text(encoding="utf-8")
    sources = dict(re.findall(r'FILE_AT\((\w+)\) \{\n#embed "([^"]+)"', table))
    rows = re.findall(r'ROW\((\w+), "([^"]+)"\)', table)
    texts = {path: (FOLDER / sources[name]).read_text(encoding="utf-8") for name, path in rows}
    return {path: compacted(text) if path.endswith((".js", ".css")) else text for path, text in texts.items()}


def serve_sources(context: BrowserContext) -> None:
    """Serves a browser the page of the sources, where ``PAGE_SOURCES`` says so."""
    if not os.environ.get("PAGE_SOURCES"):
        return
    files = page_files()
    told = (ROOT / "Server/Sources/TruthsServer/Page/ServedPage.swift").read_text(encoding="utf-8")
    policy = re.search(r'policy = """\n(.*?)\n +"""', told, re.S)
    assert policy
    headers = {"Content-Security-Policy": re.sub(r"\\\n\s*", "", policy[1].strip()), "Cache-Control": "no-cache"}

    def answer(route: Any) -> None:
        path = urlsplit(route.request.url).path.removeprefix("/page/").lstrip("/") or "index.html"
        if path not in files:
            return route.continue_()
        kind = f"{TYPES[Path(path).suffix]}; charset=utf-8"
        return route.fulfill(body=files[path], headers={**headers, "Content-Type": kind})

    context.route(re.compile(r"^http://[^/]+/(page/[^?]*)?(#.*)?$"), answer)
