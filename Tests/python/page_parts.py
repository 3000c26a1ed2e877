"""Checks of parts of the page of the server (server §15), which page.py carries out with its people."""

from __future__ import annotations

import json
import time
import urllib.parse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from page_person import WIDE, Person
from playwright.sync_api import Browser, expect

import support
from support import ANN, token

#: What modules of the page do, carried out in the browser: the queue, forms, and proposals that are made again.
PARTS = """async () => {
  const { Queue } = await import("/page/queue.js");
  const { editorsOf } = await import("/page/fields.js");
  const { again } = await import("/page/proposal.js");
  const { nameOf } = await import("/page/session.js");
  const pause = () => new Promise((done) => setTimeout(done, 30));
  const client = (state, control) => ({ view: { connection_state: state, queue: [] }, control });
  const found = {};

  // A page that is closed before the answer does not send a control message once more by itself.
  const kept = {};
  const storage = { load: async (name) => kept[name], save: async (name, text) => void (kept[name] = text) };
  const before = client("offline", () => new Promise(() => {}));
  const queue = new Queue(before, storage);
  await queue.restore();
  await queue.steer("approve", { proposal_id: "p" }, "x", "job_1");
  before.view.connection_state = "streaming";
  void queue.send();
  await pause();
  const sent = [];
  const next = new Queue(client("streaming", async (type) => (sent.push(type), { decision: "accepted", reason: "ok" })), storage);
  await next.restore();
  await pause();
  found.afterReload = { sent: sent.length, said: next.notices.map(({ said }) => said), kept: JSON.parse(kept.controls).length };
  next.again(next.notices[0]);
  await pause();
  found.sentAgain = { sent: sent.length, said: next.notices.map(({ said }) => said), kept: JSON.parse(kept.controls).length };

  // What is queued while the kept queue is read is kept beside it.
  const item = { id: "1", type: "reject", payload: {}, about: "y", queued_at: "2026-01-01T00:00:00Z" };
  const late = { ...storage, load: async () => (await pause(), JSON.stringify([item])) };
  const third = new Queue(client("offline"), late);
  const restored = third.restore();
  await third.steer("approve", {}, "z");
  await restored;
  await pause();
  found.merged = JSON.parse(kept.controls).map(({ type }) => type);

  // A form proposes the values with which it begins, also where its inputs cannot show them.
  const types = { note: "text", at: "timestamp", small: "decimal", none: "decimal", on: "boolean" };
  const fields = Object.entries(types).map(([name, kind]) => ({ name, type: { kind } }));
  const tags = { name: "tags", type: { kind: "list", of: { kind: "text" } } };
  const editors = editorsOf([...fields, tags], { records: {}, enums: {} });
  const given = { note: null, at: "2026-01-01T10:00:00.500Z", small: 1e-7, none: null, on: false, tags: ["a", null] };
  editors.set(given);
  found.values = JSON.stringify(editors.value()) === JSON.stringify(given);
  const [first] = editors.node.querySelectorAll("input");
  found.empty = first.value;
  first.value = "other";
  found.typed = editors.value().note;

  const said = { reason: "r", confidence: 0.5, consent: true, requires_consent: "explicit" };
  const made = again({ action: "a", payload: { x: 1 }, ...said }, { proposal_id: "p" }, { override: { reason: "o" } });
  found.again = Object.entries(said).every(([name, value]) => made[name] === value);
  found.names = nameOf({ org_id: "a", user_id: "b:c" }) === nameOf({ org_id: "a:b", user_id: "c" });
  found.databases = (await indexedDB.databases()).map(({ name }) => name);
  return found;
}"""

UNSURE = "The page was closed before the answer: it may have been carried out or not."


def works_in_parts(ann: Person) -> None:
    """Nothing is sent twice, nothing that is kept is lost, and what is proposed again is the same."""
    found = ann.page.evaluate(PARTS)
    assert found["afterReload"] == {"sent": 0, "said": [UNSURE], "kept": 1}, found
    assert found["sentAgain"] == {"sent": 1, "said": ["ok"], "kept": 0}, found
    assert found["merged"] == ["reject", "approve"], found
    assert found["values"] and found["empty"] == "" and found["typed"] == "other", found
    assert found["again"] and not found["names"], found
    assert 'truths-queue:["acme","ann"]' in found["databases"], found
    ann.is_whole()


def proposes_exactly(who: Person) -> None:
    """The same proposal once more has the same values, until somebody changes one."""
    given = {"order_id": "o-1", "amount": None, "lines": [{"sku": "pen", "price": 1.5}], "codes": {"a": 1}, "extra": {"b": [2]},
             "tags": [["x"]], "at": "2026-01-01T10:00:00.500Z", "rate": 1e-7}
    with who.page.expect_request("**/dry-run") as tried:
        who.open(f"#/form/shop.place_order/given/{urllib.parse.quote(json.dumps(given), safe='')}")
    assert tried.value.post_data_json["proposal"]["payload"] == given, tried.value.post_data
    who.sees("It would")
    with who.page.expect_request("**/dry-run") as tried:
        who.page.get_by_label("Rate").fill("0.25")
    assert tried.value.post_data_json["proposal"]["payload"] == {**given, "rate": 0.25}, tried.value.post_data


def forgets_untried_tokens(browser: Browser, server: support.Server) -> None:
    """A token that the server did not answer for is not kept."""
    who = Person(browser, server.url, ANN, WIDE)
    who.open()
    expect(who.page.get_by_label("Token")).to_be_visible()
    who.page.route("**/actor", lambda route: route.fulfill(status=503, json={"status": 503, "title": "Not now"}))
    who.page.get_by_label("Token").fill("untried.at.all")
    who.page.get_by_role("button", name="Sign in").click()
    expect(who.page.get_by_role("alert")).to_contain_text("Not now")
    assert who.page.evaluate("sessionStorage.getItem('truths-token')") is None
    who.context.close()


def hidden(server: support.Server, ann: Person) -> None:
    """What is hidden in a proof is no other value, and entries that come during a check do not belong to it."""
    page = ann.page
    ann.proposes("o-50", "50")
    ann.sees("The deciding clause")
    job = page.url

    def hide(route: Any) -> None:
        answer = route.fetch()
        told = answer.json()
        for node in told["nodes"]:
            if "value" in node:
                node["value"] = "***"
        route.fulfill(response=answer, json=told)

    def meanwhile(route: Any) -> None:
        answer = route.fetch()
        proposal = {"action": "place_order", "payload": {"order_id": f"late-{time.monotonic()}", "amount": 1}}
        headers = {"Authorization": f"Bearer {token(ANN)}"}
        httpx.post(f"{server.url}/jobs", json=proposal, headers=headers, timeout=30).raise_for_status()
        time.sleep(0.5)
        route.fulfill(response=answer)

    page.route("**/why/*", hide)
    page.route("**/ledger/entries/*", meanwhile)
    page.reload()
    ann.sees("What was proposed")
    page.locator("summary", has_text="Receipts").click()
    page.get_by_role("button", name="Check").click()
    ann.sees("Values of the proof that are hidden from you.")
    expect(page.locator(".checked .fault")).to_have_count(0)
    page.unroute("**/why/*")
    page.unroute("**/ledger/entries/*")
    assert page.url == job
    ann.is_whole()


#: An intent that asks for consent of who proposes it.
CONSENT = """\
pack shop:
  version: 1.0.0

fact order.placed:
  key: [order_id]
  fields:
    order_id: text

intent place_order:
  consent: explicit
  fields:
    order_id: text

truth ordering:
  when:
    - intent: place_order
  requires:
    - order_id exists
  produces:
    - fact.order.placed
    - trace.shop.ordering
"""


def consents(browser: Browser) -> None:
    """Who consents may say why; it stands in the ledger."""
    with TemporaryDirectory() as folder:
        pack = Path(folder, "truths/shop")
        pack.mkdir(parents=True)
        (pack / "shop.truths").write_text(CONSENT, encoding="utf-8")
        with support.Server(rules=Path(folder), actor=ANN) as server:
            who = Person(browser, server.url, ANN, 390)
            who.open("#/form/shop.place_order")
            who.page.get_by_label("Order id").fill("o-1")
            who.page.get_by_role("button", name="Propose", exact=True).click()
            who.sees("Waiting for consent from @ann")
            who.page.locator("summary", has_text="Consent and say why").click()
            who.page.get_by_label("Why you consent").fill("I have read it")
            who.page.get_by_role("button", name="Consent so").click()
            who.sees("Converged")
            given = [each["payload"] for each in server.entries() if each["entry_type"] == "proposal"]
            assert any(each["action"] == "give_consent" and each["reason"] == "I have read it" for each in given), given
            who.is_whole()
            who.context.close()


def reads_handbook(server: support.Server, ann: Person, mia: Person) -> None:
    """The rules are explained, pack by pack; a run leads to what its rule means. Who has no token is told nothing."""
    assert httpx.get(f"{server.url}/handbook", timeout=30).status_code == 401
    for each in (ann, mia):
        page = each.page
        each.goes("Rules")
        page.get_by_role("link", name="Read the handbook").click()
        expect(page.get_by_role("heading", level=1, name="Handbook: shop")).to_be_visible()
        each.sees("How to read the rules")
        page.get_by_label("Find in the handbook").fill("ordering")
        page.locator(".found").get_by_role("link", name="Ordering").click()
        rule = page.locator("details", has=page.get_by_role("heading", name="Ordering"))
        expect(rule).to_have_attribute("open", "")
        expect(rule).to_contain_text("An order is for something")
        expect(rule).to_be_focused()
        assert page.locator("details:has(h3):not([open]) table").count() == 0
        expect(page.locator(".diagram li", has_text="ordering")).to_contain_text("place_order → ordering → order.placed")
        page.get_by_role("link", name="All chapters").click()
        page.locator("ul.tiles").get_by_role("link", name="Shop").click()
        expect(page.get_by_role("heading", level=1, name="Shop")).to_be_visible()
        assert page.title() == "Shop – Truths", page.title()
        each.is_whole()
    ann.goes("Live")
    ann.page.get_by_role("link", name="Place order").first.click()
    ann.page.locator("article p").get_by_role("link", name="shop.ordering").first.click()
    ann.sees("An order is for something")
    ann.open("#/handbook/pack-none")
    ann.sees("the handbook has no chapter `pack-none`")
    ann.is_whole()


def revoked(server: support.Server, ann: Person) -> None:
    """Whose token counts no longer is asked for another one, which may have other roles, and goes on where they were."""
    other = {**ANN, "device_id": "lap", "roles": ["clerk", "auditor"]}
    keys = server.folder / "keys.json"
    text = keys.read_text()
    server.kill()
    ann.sees_state("Reconnecting", "yellow")
    ann.proposes("o-41", "4")
    ann.sees("Queued (1)")
    ann.goes("Propose")
    ann.page.get_by_role("link", name="Place order").click()
    ann.page.get_by_label("Order id").fill("o-40")
    ann.page.get_by_label("Amount").fill("4")
    keys.write_text(text.replace('"kid": "oct"', '"kid": "other"'))
    server.start()
    expect(ann.page.get_by_role("heading", name="Sign in")).to_be_visible(timeout=60_000)
    expect(ann.page.get_by_role("alert").first).not_to_be_empty()
    expect(ann.page.locator(".connection")).to_be_empty()
    keys.write_text(text)
    deadline = time.monotonic() + 30
    while ann.page.get_by_role("heading", name="Sign in").is_visible() and time.monotonic() < deadline:
        ann.page.get_by_label("Token").fill(token(other))
        ann.page.get_by_role("button", name="Sign in").click()
        ann.page.wait_for_timeout(1_000)
    ann.sees_state("Streaming", "green")
    expect(ann.page.get_by_label("Order id")).to_have_value("o-40")
    expect(ann.page.get_by_title("clerk, auditor")).to_have_text("@ann")
    # What waited is sent as who they are now, and so is what they propose next.
    expect(ann.page.locator(".outcomes .good")).to_have_count(1)
    ann.page.locator(".outcomes").get_by_role("button", name="Close").click()
    ann.page.get_by_role("button", name="Propose", exact=True).click()
    ann.sees("Converged")
    given = [each for each in server.entries() if each["entry_type"] == "proposal"][-2:]
    assert [each["actor"]["device_id"] for each in given] == ["lap", "lap"], given
    ann.is_whole()
