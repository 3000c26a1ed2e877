"""Uses the page of the server (server §15) as people do, in headless Chromium with real clicks and keys.

    export PYTHONPATH=.build/python
    python3 Tests/python/page.py .build/debug/truths-server [--runs N]

With PAGE_SOURCES=1 the page is that of the sources, and not the one that the server was compiled with.

Two people use it: one proposes at 1,280 pixels and watches, the other approves on a telephone's 390. The server is killed and
started in between. Hostile texts stay texts, axe finds nothing in both themes, and a list of N runs (10,000) stays smooth.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "clients/python" / name) for name in ("tests", "src")]
parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("server")
parser.add_argument("--runs", type=int, default=10_000, help="runs of the long list")
options = parser.parse_args()
os.environ["TRUTHS_SERVER"] = options.server

import httpx  # noqa: E402
import page_parts  # noqa: E402
import page_told  # noqa: E402
from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from page_person import CHROMIUM, LEVELS, MIA, NARROW, SMALL, WIDE, Person, people  # noqa: E402
from playwright.sync_api import Browser, Page, expect  # noqa: E402

import support  # noqa: E402
from support import ANN, token  # noqa: E402

PIECES = [
    "<img src=x onerror=alert(1)>", "<script>alert(2)</script>", "\"><svg onload=alert(3)>", "javascript:alert(4)",
    "{{7*7}}${alert(5)}", "</li></ul><iframe srcdoc='<script>parent.alert(6)</script>'>",
    "<a href=javascript:alert(7)>click</a>", "&lt;b&gt;", "\u202egnp.exe",
    "<style>*{display:none}</style>", "' onmouseover='alert(8)", "`${alert(9)}`", "%3Cscript%3Ealert(10)%3C/script%3E", "--><!--",
    "__proto__", "constructor", "]]>", "\u0000", "../../page/main.js", "<form action=//evil.example><input name=q>",
]


def tries_form(ann: Person) -> None:
    """Reasons stand beside the fields while somebody types."""
    page = ann.page
    ann.goes("Propose")
    page.get_by_role("link", name="Place order").click()
    page.get_by_label("Order id").fill("o-0")
    page.get_by_label("Amount").press_sequentially("0")
    amount = page.locator(".field", has=page.get_by_label("Amount"))
    expect(amount.locator(".beside")).to_contain_text("An order is for something")
    page.get_by_label("Amount").fill("200")
    ann.sees("Nobody orders 200")
    page.get_by_label("Amount").fill("20")
    ann.sees("It would wait for approval from @manager")
    page.get_by_label("Amount").fill("2")
    ann.sees("It would be accepted")
    ann.is_whole()


def agree(server: support.Server, ann: Person, mia: Person) -> None:
    """One proposes, the server ends without a word and comes back, and the other agrees."""
    ann.proposes("o-1", "20")
    ann.sees("Waiting for approval from @manager")
    expect(ann.page.get_by_role("button", name="Approve")).to_have_count(0)
    expect(ann.page.locator("summary", has_text="Override")).to_have_count(0)
    assert ann.page.title().startswith("Place order · ")
    mia.sees("Waiting for you (1)")
    server.kill()
    ann.sees_state("Reconnecting", "yellow")
    mia.sees_state("Reconnecting", "yellow")
    server.start()
    ann.sees_state("Streaming", "green")
    mia.sees_state("Streaming", "green")
    mia.page.get_by_role("link", name="Place order").click()
    mia.page.get_by_role("button", name="Approve", exact=True).focus()
    mia.page.keyboard.press("Enter")
    mia.sees("Converged")
    # Who pressed a button that is gone hears what came of it.
    expect(mia.page.get_by_role("heading", level=1)).to_be_focused()
    ann.sees("Converged")
    ann.sees("approved by @mia")
    for each in (ann, mia):
        each.is_whole()


def checks(ann: Person) -> None:
    """The browser recomputes the hashes, and says so where an entry was changed on the way."""
    ann.page.locator("summary", has_text="Proof").click()
    expect(ann.page.locator(".proof")).to_contain_text("amount > 10")
    ann.page.locator("summary", has_text="Receipts").click()
    count = ann.page.locator(".receipts li").count()
    ann.page.get_by_role("button", name="Check").click()
    ann.sees(f"{count} of {count} entries were recomputed here")

    def forge(route: Any) -> None:
        answer = route.fetch()
        told = answer.json()
        told["inclusion"] = ["sha256:" + "0" * 64, *told["inclusion"][1:]]
        route.fulfill(response=answer, json=told)

    ann.page.route("**/ledger/entries/*", forge)
    ann.page.get_by_role("button", name="Check").click()
    ann.sees(f"0 of {count} entries were recomputed here")
    ann.page.unroute("**/ledger/entries/*")


def deny(ann: Person, mia: Person) -> None:
    """Somebody denies with the keyboard alone, and says why."""
    ann.proposes("o-2", "30")
    ann.sees("Waiting for approval")
    mia.goes("Live")
    mia.sees("Waiting for you (1)")
    page = mia.page
    link = page.locator("ul.runs a.title").first
    press_until(page, "Tab", lambda: link.evaluate("e => e === document.activeElement"))
    page.keyboard.press("Enter")
    mia.sees("The deciding clause")
    press_until(page, "Tab", lambda: page.evaluate("document.activeElement.textContent") == "Deny")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Why it is denied")).to_be_focused()
    page.keyboard.type("Too many for one day <b>at once</b>")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    mia.sees("Halted")
    ann.sees("Too many for one day <b>at once</b>")
    # Then the page is about the denial, and no longer about the run that waited.
    expect(ann.page.get_by_role("link", name="Change it and try again")).to_be_visible()
    ann.page.get_by_role("button", name="What would pass?").click()
    expect(ann.page.locator(".ways li, .next p").first).to_be_visible(timeout=20_000)
    ann.page.get_by_role("link", name="Change it and try again").click()
    expect(ann.page.get_by_label("Order id")).to_have_value("o-2")
    for each in (ann, mia):
        each.is_whole()


def press_until(page: Page, key: str, is_there: Any) -> None:
    for _ in range(60):
        page.keyboard.press(key)
        if is_there():
            return
    raise AssertionError(f"60 times {key} do not lead there")


def override(mia: Person) -> None:
    """Break-glass asks for its reason and says who will read it."""
    mia.proposes("o-9", "40")
    mia.sees("Waiting for approval")
    mia.page.locator("summary", has_text="Override").click()
    mia.sees("Everybody who may read this run reads it")
    mia.page.get_by_role("button", name="Use break-glass").click()
    expect(mia.page.get_by_label("Why it cannot wait")).to_be_focused()
    mia.page.get_by_role("button", name="Close").click()
    mia.sees("Waiting for approval")
    mia.page.locator("summary", has_text="Override").click()
    mia.page.get_by_label("Why it cannot wait").fill("The van leaves at noon")
    mia.page.get_by_role("button", name="Use break-glass").click()
    mia.sees("Converged")
    mia.sees("overridden")
    mia.is_whole()


def queue(server: support.Server, ann: Person) -> None:
    """What is proposed without a connection is queued, shown so, and sent with the next one."""
    ann.goes("Propose")
    ann.page.get_by_role("link", name="Place order").click()
    ann.page.get_by_label("Order id").fill("o-3")
    ann.page.get_by_label("Amount").fill("3")
    server.kill()
    ann.sees_state("Reconnecting", "yellow")
    ann.page.get_by_role("button", name="Propose", exact=True).click()
    ann.sees("Queued (1)")
    server.start()
    ann.sees_state("Streaming", "green")
    expect(ann.page.locator(".queued")).to_have_count(0, timeout=20_000)
    ann.page.locator(".outcomes").get_by_role("button", name="Close").click()
    ann.goes("Facts")
    ann.sees("o-3")
    ann.is_whole()


def decides_offline(server: support.Server, ann: Person, mia: Person) -> None:
    """What people decide without a connection is queued, shown so on each page, and told what came of it (issue 64)."""
    ann.proposes("o-20", "20")
    ann.sees("Waiting for approval")
    ann.proposes("o-21", "21")
    ann.sees("Waiting for approval")
    mia.goes("Live")
    mia.page.get_by_role("link", name="Place order").first.click()
    mia.sees("o-21")
    mia.page.get_by_role("button", name="Approve", exact=True).wait_for()
    server.kill()
    for each in (ann, mia):
        each.sees_state("Reconnecting", "yellow")
    mia.page.get_by_role("button", name="Approve", exact=True).click()
    mia.sees("Queued (1)")
    mia.sees("Approve: Place order · ")
    mia.sees("Queued: Approve. It is sent once there is a connection.")
    expect(mia.page.get_by_role("button", name="Approve", exact=True)).to_have_count(0)
    assert Axe().run(mia.page, options={"runOnly": LEVELS}).violations_count == 0
    mia.goes("Facts")
    mia.sees("Queued (1)")
    # What waits is there again in a page that was closed meanwhile; what it is about may have moved on.
    ann.page.locator("summary", has_text="Withdraw the proposal").click()
    ann.page.get_by_role("button", name="Withdraw it").click()
    ann.sees("Withdraw: Place order · ")
    server.start()
    for each in (ann, mia):
        each.sees_state("Streaming", "green")
        each.sees("What came of the queue")
        expect(each.page.locator(".queued")).to_have_count(0, timeout=20_000)
        found = Axe().run(each.page, options={"runOnly": LEVELS})
        assert found.violations_count == 0, found.generate_report()
    # One of the two was too late, and is told so.
    assert sum(each.page.locator(".outcomes .fault").count() for each in (ann, mia)) == 1
    for each in (ann, mia):
        each.page.locator(".outcomes").get_by_role("button", name="Close").click()
        expect(each.page.locator(".outcomes")).to_have_count(0)
        each.is_whole()


def says_why(ann: Person, mia: Person) -> None:
    """Who approves may say why; it stands in the ledger."""
    mia.goes("Live")
    mia.page.get_by_role("link", name="Place order").first.click()
    mia.sees("o-20")
    mia.page.locator("summary", has_text="Approve and say why").click()
    mia.page.get_by_label("Why it is approved").fill("Ordered by phone, I was there")
    mia.page.get_by_role("button", name="Approve so").click()
    mia.sees("Converged")
    events = httpx.get(f"{mia.url}/events", headers={"Authorization": f"Bearer {token(MIA)}"}, timeout=30).json()
    assert "Ordered by phone, I was there" in json.dumps(events)


def queue_halts(server: support.Server, ann: Person) -> None:
    """What a proposal came to that was queued is told, also where it was not accepted."""
    ann.goes("Propose")
    ann.page.get_by_role("link", name="Place order").click()
    ann.page.get_by_label("Order id").fill("o-22")
    ann.page.get_by_label("Amount").fill("220")
    server.kill()
    ann.sees_state("Reconnecting", "yellow")
    ann.page.get_by_role("button", name="Propose", exact=True).click()
    ann.sees("Place order · Order id o-22 · Amount 220")
    ann.goes("Rules")
    server.start()
    ann.sees_state("Streaming", "green")
    ann.sees("Nobody orders 220")
    ann.page.locator(".outcomes").get_by_role("button", name="Close").click()
    ann.is_whole()


def forged(ann: Person) -> None:
    """A ledger that somebody makes up on the way is noticed, and a proof that says something else."""
    page = ann.page
    ann.goes("Live")
    page.get_by_role("link", name="Place order").first.click()
    ann.sees("What was proposed")
    job = page.url.rsplit("/", 1)[1]

    def rewrite(route: Any) -> None:
        answer = route.fetch()
        events = answer.json()
        for event in events:
            if event["payload"].get("entry_type") == "decision":
                event["payload"]["payload"]["reason"] = "forged"
        route.fulfill(response=answer, json=events)

    def alone(route: Any) -> None:
        answer = route.fetch()
        told = answer.json()
        events = {event["payload"].get("entry_id"): event["payload"] for event in told_events}
        told.update(entry=events[told["entry"]["entry_id"]], index=0, size=1, inclusion=[])
        told["head"] = leaf(told["entry"])
        route.fulfill(response=answer, json=told)

    def why(route: Any) -> None:
        answer = route.fetch()
        told = answer.json()
        told["nodes"][0]["text"] = "another reason"
        route.fulfill(response=answer, json=told)

    headers = {"Authorization": f"Bearer {token(ANN)}"}
    told_events = httpx.get(f"{ann.url}/jobs/{job}/events", headers=headers, timeout=30).json()
    for event in told_events:
        if event["payload"].get("entry_type") == "decision":
            event["payload"]["payload"]["reason"] = "forged"
    count = sum("entry_id" in event["payload"] for event in told_events)
    page.route("**/jobs/*/events", rewrite)
    page.route("**/ledger/entries/*", alone)
    page.reload()
    ann.sees("What was proposed")
    page.locator("summary", has_text="Receipts").click()
    page.get_by_role("button", name="Check").click()
    ann.sees(f"0 of {count} entries were recomputed here")
    page.unroute("**/jobs/*/events")
    page.unroute("**/ledger/entries/*")
    page.route("**/why/*", why)
    page.reload()
    ann.sees("What was proposed")
    page.locator("summary", has_text="Receipts").click()
    page.get_by_role("button", name="Check").click()
    ann.sees("The proof says something else than the decision in the ledger.")
    page.unroute("**/why/*")
    page.reload()
    ann.sees("What was proposed")
    page.locator("summary", has_text="Receipts").click()
    page.get_by_role("button", name="Check").click()
    ann.sees(f"{count} of {count} entries were recomputed here")
    ann.sees("The ledger goes on from what the server told this page before.")
    ann.sees("The output hash of the decision at place")
    ann.sees("The input hash of the decision at place")
    ann.sees("Not checked")
    expect(page.locator(".checked .fault")).to_have_count(0)


def leaf(entry: dict[str, Any]) -> str:
    """The head of a ledger of one entry: JCS sorts names as Python does where they are of ASCII."""
    text = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(b"\0" + text.encode()).hexdigest()


def returns(ann: Person) -> None:
    """The skip link stays on its page, a form is quiet until somebody types, and what was typed is there again."""
    page = ann.page
    ann.goes("Propose")
    page.evaluate("document.querySelector('.skip').focus()")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Propose")).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "main"
    page.get_by_role("link", name="Place order").click()
    ann.sees("What would happen is shown here as you type.")
    expect(page.locator(".beside:not(:empty)")).to_have_count(0)
    assert page.get_by_label("Amount").get_attribute("aria-required") == "true"
    page.get_by_label("Order id").fill("o-30")
    ann.sees("It would not be accepted")
    assert page.get_by_label("Amount").get_attribute("aria-invalid") == "true"
    page.get_by_label("Amount").fill("1234567890123456")
    ann.sees("A number has at most 15 digits here; this one has 16.")
    page.get_by_role("button", name="Propose", exact=True).click()
    expect(page.get_by_label("Amount")).to_be_focused()
    ann.goes("Live")
    page.go_back()
    expect(page.get_by_label("Order id")).to_have_value("o-30")
    ann.open("#/form/shop.place_order/given/null")
    ann.sees("The address of this form holds no proposal.")
    ann.is_whole()


def bring(ann: Person) -> None:
    """A fact from outside is brought in, and tells how it came to be."""
    ann.goes("Facts")
    ann.page.locator("summary", has_text="Bring in a fact").click()
    ann.page.get_by_role("link", name="Counted").click()
    ann.page.get_by_label("Price").fill("much")
    ann.page.get_by_role("button", name="Bring it in").click()
    expect(ann.page.get_by_role("alert").first).to_contain_text("price")
    ann.page.get_by_label("Sku").fill("pen")
    ann.page.get_by_label("Price").fill("1.25")
    ann.page.get_by_role("button", name="Bring it in").click()
    ann.sees("stock.counted")
    ann.page.get_by_role("button", name="How did it come to be?").first.click()
    expect(ann.page.locator(".proof").first).to_contain_text("@ann")
    ann.is_whole()


def attack(server: support.Server, ann: Person, mia: Person) -> None:
    """1,000 hostile texts, in fields and in reasons, become nothing but text."""
    with httpx.Client(base_url=server.url, headers={"Authorization": f"Bearer {token(ANN)}"}, timeout=30) as client:
        for number in range(1_000):
            text = f"{PIECES[number % len(PIECES)]} {number} {PIECES[number // len(PIECES) % len(PIECES)]}"
            amount: Any = [1, 20, 200, text][number % 4]
            proposal = {"action": "place_order", "payload": {"order_id": text, "amount": amount}}
            client.post("/jobs", json=proposal).raise_for_status()
    for each in (ann, mia):
        for name in ("Live", "Facts", "Ledger"):
            each.goes(name)
            more = each.page.get_by_role("button", name="Show more")
            while more.is_visible():
                more.click()
            each.page.wait_for_timeout(300)
            elements = "main :is(img, script, style, svg, iframe, b, form[action], a[href^=javascript])"
            foreign = each.page.locator(elements).count()
            assert foreign == 0, f"{foreign} elements of texts in {name}"
            each.is_whole()
    newest_first(server, ann)
    ann.goes("Facts")
    ann.sees("<img src=x onerror=alert(1)>")
    ann.sees("\\u{202e}gnp.exe")
    ann.goes("Ledger")
    ann.page.locator("ul.runs a.title").first.click()
    ann.sees("What was proposed")
    ann.is_whole()


def newest_first(server: support.Server, ann: Person) -> None:
    """The ledger is read from its end, as far as somebody wants."""
    told, page = [], "0"
    while page is not None:
        answer = server.ask(f"/decisions?limit=1000{'' if page == '0' else f'&page={page}'}")
        told += answer["decisions"]
        page = answer.get("next")
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    ann.goes("Live")
    ann.goes("Ledger")
    expect(ann.page.locator("ul.runs li").first).to_contain_text(f"entry {told[-1]['sequence']}")
    first = next(url for url in asked if "/decisions?" in url)
    size = server.ask("/ledger/head")["size"]
    assert f"page={size - 2_000}" in first, first
    more = ann.page.get_by_role("button", name="Show older ones")
    for _ in range(20):
        if not more.is_visible():
            break
        more.click()
        ann.page.wait_for_timeout(300)
    expect(ann.page.locator("ul.runs > li")).to_have_count(len(told))
    ann.page.get_by_label("Fact").fill("o-3")
    ann.page.get_by_role("button", name="Search").click()
    expect(ann.page.locator(".aside[role=status]")).to_contain_text("decision")
    expect(ann.page.locator("ul.runs > li").last).to_contain_text("o-3")
    ann.page.get_by_label("Since").fill("2099-01-01T00:00")
    ann.page.get_by_role("button", name="Search").click()
    expect(ann.page.locator(".aside[role=status]")).to_contain_text("0 decisions")
    expect(ann.page.locator("ul.runs > li")).to_have_count(0)


#: Rules whose intent has a field of each kind that holds others.
NESTED = """\
pack shop:
  version: 1.0.0

record line:
  fields:
    sku: text
    price: decimal in eur

fact order.placed:
  key: [order_id]
  fields:
    order_id: text
    lines: list of line

intent place_order:
  fields:
    order_id: text
    amount: integer?
    lines: list of line
    codes: map of integer
    extra: json?
    tags: list of list of text
    at: timestamp?
    rate: decimal?

truth ordering:
  when:
    - intent: place_order
  requires:
    - order_id exists
  produces:
    - fact.order.placed
    - trace.order.seen
"""


def fills(browser: Browser) -> None:
    """Fields within fields have names, reasons stand beside the one that they are about, and nothing typed is lost."""
    with TemporaryDirectory() as folder:
        pack = Path(folder, "truths/shop")
        pack.mkdir(parents=True)
        (pack / "shop.truths").write_text(NESTED, encoding="utf-8")
        with support.Server(rules=Path(folder), actor=ANN) as server:
            who = Person(browser, server.url, ANN, 320)
            who.open("#/form/shop.place_order")
            page = who.page
            family, wish = "\U0001f469\u200d\U0001f469\u200d\U0001f467", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
            page.get_by_label("Order id").fill(f"{family} {wish} a\u200db")
            page.get_by_label("Amount").fill("much")
            add = page.get_by_role("button", name="Add to Lines")
            add.click()
            page.get_by_label("Sku").fill("pen")
            page.get_by_label("Price in eur").fill("dear")
            # Each of the faults stands beside its field, and none is told twice.
            price = page.locator(".field .field", has=page.get_by_label("Price"))
            expect(price.locator(".beside")).to_contain_text("`lines[0].price` is the text")
            expect(page.locator(".field > .beside", has_text="`amount` is the text")).to_have_count(1)
            expect(page.locator(".tried")).not_to_contain_text("is the text")
            page.get_by_label("Amount").fill("2")
            page.get_by_label("Price in eur").fill("12345.5")
            page.get_by_role("button", name="Add to Tags", exact=True).click()
            page.get_by_role("button", name="Add to Tags 1").click()
            page.get_by_label("Tags 1 1").fill("blue")
            for value in ("5", "6"):
                page.get_by_role("button", name="Add to Codes").click()
                page.get_by_label("Name").last.fill("dup")
                page.get_by_label("Value").last.fill(value)
            who.sees("The name dup stands here twice.")
            page.get_by_label("Name").last.fill("")
            who.sees("This value has no name.")
            page.get_by_label("Name").last.fill("other")
            page.get_by_label("Extra").fill("{broken")
            who.sees("This is no JSON.")
            page.get_by_label("Extra").fill("[1]")
            who.sees("It would be accepted")
            page.get_by_role("button", name="Propose", exact=True).click()
            who.sees("Converged")
            who.sees("12,345.5 eur")
            text = page.locator("main").inner_text()
            assert family in text and wish in text, text
            assert "a\\u{200d}b" in text, text
            who.sees("Order placed")
            address = page.url.removeprefix(f"{server.url}/")
            sent = next(each for each in server.entries() if each["entry_type"] == "proposal")["payload"]["payload"]
            assert sent["codes"] == {"dup": 5, "other": 6} and sent["tags"] == [["blue"]] and sent["extra"] == [1], sent
            who.is_whole()
            page_parts.proposes_exactly(who)
            who.open(address)
            who.sees("Receipts (")
            # On paper all is unfolded, the inner levels of the proof too, and black on white.
            assert page.locator("main .fold:not([open])").count() > 0 and page.locator(".proof .leaf").count() == 0
            page.evaluate("dispatchEvent(new Event('beforeprint'))")
            assert page.locator("main details:not([open])").count() == 0
            assert page.locator(".proof details details").count() > 0 and page.locator(".proof .leaf").count() > 0
            page.emulate_media(media="print", color_scheme="dark")
            assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--halts')") == "#a81e22"
            who.context.close()


def look(browser: Browser, server: support.Server) -> None:
    """axe finds nothing on any page, in both themes and widths; what is pressed has 24 pixels; nothing moves."""
    axe = Axe()
    headers = {"Authorization": f"Bearer {token(ANN)}"}
    jobs = httpx.get(f"{server.url}/decisions?limit=1000", headers=headers, timeout=30).json()["decisions"]
    paths = ["#/live", "#/propose", "#/form/shop.place_order", "#/facts", "#/fact/stock.counted", "#/ledger", "#/rules"]
    paths += ["#/handbook", "#/handbook/pack-shop", "#/handbook/pack-converge/converge.approval.granting"]
    for status in ("waiting", "converged", "halted"):
        paths.append("#/run/" + next(each["job_id"] for each in reversed(jobs) if each["status"] == status))
    for scheme, width in (("light", WIDE), ("dark", NARROW), ("dark", WIDE), ("light", NARROW)):
        who = Person(browser, server.url, MIA, width, scheme)
        who.context.add_init_script(f"sessionStorage.setItem('truths-token', {json.dumps(token(MIA))})")
        for path in paths:
            who.open(path)
            who.sees_state("Streaming", "green")
            who.page.wait_for_timeout(500)
            for fold in who.page.locator("main details > summary").all()[:6]:
                if fold.is_visible():
                    fold.click()
            # A header that stays in sight hides parts of what is scrolled behind it.
            who.page.evaluate("scrollTo(0, 0)")
            found = axe.run(who.page, options={"runOnly": LEVELS})
            assert found.violations_count == 0, f"{path} {scheme} {width}: {found.generate_report()}"
            small = who.page.evaluate(SMALL)
            assert small == [], f"{path}: {small}"
            assert who.page.evaluate("document.getAnimations().length") == 0, path
            who.is_whole()
        who.page.emulate_media(media="print")
        assert not who.page.locator("body > header").is_visible()
        who.context.close()


def weighs(browser: Browser, server: support.Server) -> None:
    """The page has at most 200,000 bytes before its data."""
    who = Person(browser, server.url, ANN, WIDE)
    sizes: dict[str, int] = {}
    who.page.on("response", lambda answer: sizes.update({answer.url: len(answer.body()) if answer.status == 200 else 0}))
    who.open()
    expect(who.page.get_by_label("Token")).to_be_visible()
    who.page.wait_for_load_state("networkidle")
    files = {url: size for url, size in sizes.items() if "/page/" in url or url.endswith("/")}
    assert len(files) > 40 and sum(files.values()) <= 200_000, sum(files.values())
    print(f"the page: {len(files)} files, {sum(files.values()):,} bytes")
    who.context.close()


def many_runs(count: int) -> dict[str, Any]:
    """A snapshot (sessions §5) of so many runs that wait."""
    runs = [
        {"run_id": f"run_{number}", "job_id": f"job_{number}", "correlation_id": f"cor_{number}", "action": "place_order",
         "proposal_id": f"prop_{number}", "proposer": ANN, "status": "waiting", "waiting_for": ["approval from @manager"],
         "decision": "halted", "truth_id": "shop.ordering", "reason": "amount > 10 holds: amount is 20", "entries": 4,
         "rendered_before_done": False}
        for number in range(count)]
    audit = {"entries": count, "without_actor": 0, "traces": 0, "without_truth": 0, "related": count, "unlinked": 0}
    none: dict[str, Any] = {"facts": [], "early_facts": [], "dropped_facts": []}
    state = {"context_version": count, "revisions": 0, "audit": audit, **none, "runs": runs}
    return {"resumed_at_seq": count, "current_seq": count, "stream_id": "str_many", "snapshot": state, "events": []}


def more_events(first: int, count: int) -> Iterator[dict[str, Any]]:
    """The events of so many runs more, which converge: a status, a proposal and a status each."""
    for number in range(first, first + count):
        common = {
            "job_id": f"job_{number}", "stream_id": "str_many", "context_version": number, "correlation_id": f"cor_{number}",
            "trace_id": f"trc_{number}", "timestamp": "2026-11-30T09:00:00.000Z"}
        run = {"run_id": f"run_{number}", "facts_count": 0, "pending_proposals": 0, "waiting_for": []}
        entry = {
            "entry_id": f"ctx_{number}", "entry_type": "proposal", "run_id": run["run_id"],
            "correlation_id": common["correlation_id"], "actor": ANN, "proposal_id": f"prop_{number}",
            "payload": {"action": "place_order", "order_id": f"o-{number}"}}
        seq = first + 3 * (number - first)
        yield {**common, "seq": seq + 1, "event_type": "status", "payload": {**run, "status": "running"}}
        yield {**common, "seq": seq + 2, "event_type": "proposal", "payload": entry}
        yield {**common, "seq": seq + 3, "event_type": "status", "payload": {**run, "status": "converged"}}


def scrolls(browser: Browser, server: support.Server) -> None:
    """With 10,000 runs in the list, and events that come meanwhile, no task of the page holds it up for long."""
    who = Person(browser, server.url, ANN, WIDE)
    who.context.add_init_script(f"sessionStorage.setItem('truths-token', {json.dumps(token(ANN))})")
    sockets: list[Any] = []

    def answer(socket: Any, text: str | bytes) -> None:
        message = json.loads(text)
        if "request" in message or "handshake" in message:
            socket.send(json.dumps({"capabilities": {"packs": ["shop"], "streaming_supported": True}}))
        elif "resume" in message:
            socket.send(json.dumps({"snapshot": many_runs(options.runs)}))

    def serve(socket: Any) -> None:
        sockets.append(socket)
        socket.on_message(lambda text: answer(socket, text))

    who.page.route_web_socket(re.compile("/stream$"), serve)
    who.open()
    who.sees(f"Runs ({options.runs})")
    who.page.evaluate("""() => {
        window.longest = 0;
        const see = (list) => list.getEntries().forEach((entry) => (longest = Math.max(longest, entry.duration)));
        new PerformanceObserver(see).observe({ type: "longtask" });
    }""")
    for event in more_events(options.runs, 100):
        sockets[-1].send(json.dumps({"event": event}))
        who.page.mouse.wheel(0, 200)
    who.sees(f"Runs ({options.runs + 100})")
    for _ in range(20):
        who.page.get_by_role("button", name="Show more").click()
    who.page.get_by_label("Find").press_sequentially("place")
    who.page.wait_for_timeout(500)
    longest = who.page.evaluate("window.longest")
    print(f"{options.runs:,} runs: the longest task took {longest:.0f} ms")
    assert longest < 500, longest
    who.is_whole()
    who.context.close()


def main() -> None:
    if CHROMIUM is None:
        print("the page: skipped, there is no Chromium")
        return
    begin = time.monotonic()
    with support.Server() as server, people(server.url) as (browser, ann, mia):
        weighs(browser, server)
        ann.sign_in(ANN)
        mia.sign_in(MIA)
        tries_form(ann)
        agree(server, ann, mia)
        checks(ann)
        deny(ann, mia)
        override(mia)
        queue(server, ann)
        decides_offline(server, ann, mia)
        says_why(ann, mia)
        queue_halts(server, ann)
        forged(ann)
        page_parts.hidden(server, ann)
        returns(ann)
        page_parts.works_in_parts(ann)
        page_parts.forgets_untried_tokens(browser, server)
        page_parts.reads_handbook(server, ann, mia)
        bring(ann)
        attack(server, ann, mia)
        fills(browser)
        page_parts.consents(browser)
        page_told.answers_told(browser, server.url)
        look(browser, server)
        scrolls(browser, server)
        page_parts.revoked(server, ann)
    print(f"the page: all of it works, in {time.monotonic() - begin:.0f} s")


main()
