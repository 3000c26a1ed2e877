#!/usr/bin/env python3
"""Draws the picture of the server's page for the README, docs/pictures/page.png, from a real session in Chromium.

    PYTHONPATH=.build/python python3 Tools/page_picture.py SERVER

SERVER is the executable, .build/release/truths-server; with PAGE_SOURCES=1 the page is that of the sources. Where
there is no Chromium the picture is left as it is. Moments and fonts differ from machine to machine, so nothing compares it.
"""

import json
import os
import pathlib
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "clients/python/tests"), str(ROOT / "Tests/python")]
CHROMIUM = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
ANNA = {"type": "user", "user_id": "anna", "device_id": "desk", "org_id": "acme", "roles": ["sales"]}
MIA = {**ANNA, "user_id": "mia", "device_id": "phone", "roles": ["manager"]}
INVOICE = {
    "action": "create_invoice", "invoice_id": "INV-17", "customer_id": "C-4", "period_id": "2024-Q2", "amount": 4800,
    "line_items": [{"sku": "audit-day", "quantity": 4, "unit_price": 1200}]}


def main() -> None:
    os.environ["TRUTHS_SERVER"] = sys.argv[1]
    import httpx
    import support
    from page_sources import ARGUMENTS, serve_sources
    from playwright.sync_api import sync_playwright

    facts = [{"type": "period.closed", "period_id": "2024-Q1"}]
    with support.Server(rules=ROOT, facts=facts) as server, sync_playwright() as playwright:
        headers = {"Authorization": f"Bearer {support.token(ANNA)}"}
        job = httpx.post(f"{server.url}/jobs", json=INVOICE, headers=headers, timeout=60).json()["job_id"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", *ARGUMENTS])
        page = browser.new_page(viewport={"width": 1040, "height": 800}, reduced_motion="reduce", device_scale_factor=1.5)
        serve_sources(page.context)
        page.add_init_script(f"sessionStorage.setItem('truths-token', {json.dumps(support.token(MIA))})")
        page.goto(f"{server.url}/#/run/{job}")
        page.get_by_role("button", name="Approve").wait_for()
        page.get_by_text("What holds").wait_for()
        page.screenshot(path=ROOT / "docs/pictures/page.png")
        browser.close()


if CHROMIUM is None:
    print("the picture of the page is left as it is: there is no Chromium", file=sys.stderr)
else:
    main()
