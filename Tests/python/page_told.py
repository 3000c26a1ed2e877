"""Checks of the page of the server (server §15) against answers that are made up here: what few servers say soon enough."""

from __future__ import annotations

import json
import re
import urllib.parse
from typing import Any

from page_person import NARROW, Person
from playwright.sync_api import Browser, expect

from support import ANN, token

BOB = {**ANN, "user_id": "bob"}
#: What a server answers to who asks for what is not made up.
NONE: dict[str, Any] = {"status": 404, "title": "Not found"}


class Told(Person):
    """Somebody whose page is told what a test says."""

    def __init__(self, browser: Browser, url: str, actor: dict[str, Any] = ANN) -> None:
        super().__init__(browser, url, actor, NARROW)
        #: Answers by their paths; ``None`` is no answer at all.
        self.answers: dict[str, Any] = {"/actor": {"actor": actor}, "/vocabulary": vocabulary([])}
        self.asked: list[tuple[str, Any]] = []
        self.sockets: list[Any] = []
        #: The runs that the stream begins with.
        self.runs: list[dict[str, Any]] = []
        self.facts: list[dict[str, Any]] = []
        self.context.add_init_script(f"sessionStorage.setItem('truths-token', {json.dumps(token(actor))})")
        self.page.route(re.compile("^[a-z]+://[^/]+/(?!page/|stream)[a-z]"), self.answer)
        self.page.route_web_socket(re.compile("/stream$"), self.serve)

    def answer(self, route: Any) -> None:
        path = re.sub(r"^https?://[^/]+|\?.*$", "", route.request.url)
        self.asked.append((route.request.url, route.request.post_data_json))
        told = self.answers.get(path, NONE)
        if told is None:
            return route.abort()
        route.fulfill(status=told.get("status", 200) if isinstance(told, dict) and "title" in told else 200, json=told)
        return None

    def serve(self, socket: Any) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda text: self.reply(socket, json.loads(text)))

    def reply(self, socket: Any, message: dict[str, Any]) -> None:
        if "request" in message or "handshake" in message:
            socket.send(json.dumps({"capabilities": {"packs": ["shop"], "streaming_supported": True}}))
        elif "resume" in message:
            counts = ("entries", "without_actor", "traces", "without_truth", "related", "unlinked")
            state = {"context_version": 9, "revisions": 0, "audit": dict.fromkeys(counts, 0), "facts": self.facts,
                     "early_facts": [], "dropped_facts": [], "runs": self.runs}
            told = {"resumed_at_seq": 9, "current_seq": 9, "stream_id": "str_a", "snapshot": state, "events": []}
            socket.send(json.dumps({"snapshot": told}))

    def happens(self, seq: int, job: str, kind: str, payload: dict[str, Any]) -> None:
        """One more event of the stream."""
        self.sockets[-1].send(json.dumps({"event": {**event(job, kind, payload), "seq": seq}}))


def vocabulary(fields: list[dict[str, Any]], records: dict[str, Any] | None = None) -> dict[str, Any]:
    """The answer of ``/vocabulary``, with one intent of such fields."""
    intent = {"action": "shop.place_order", "name": "place_order", "pack": "shop", "fields": fields}
    return {"truths": "sha256:1", "intents": [intent], "facts": [], "records": records or {}, "enums": {}, "summaries": {}}


def event(job: str, kind: str, payload: dict[str, Any]) -> dict[str, Any]:
    return {"job_id": job, "stream_id": "str_a", "context_version": 10, "correlation_id": "cor_1", "trace_id": "trc_1",
            "timestamp": "2026-11-30T09:00:00.000Z", "event_type": kind,
            "payload": {"run_id": job.replace("job", "run"), "correlation_id": "cor_1", **payload}}


def flip(number: int) -> dict[str, Any]:
    return {"entry": number, "run_id": f"run_{number}", "proposal_id": f"prop_{number}", "action": "place_order", "kind": "outcome",
            "from": "accepted", "to": "halted", "reason": "too much", "truth_id": "shop.ordering"}


def tries_rules(browser: Browser, url: str) -> None:
    """Pending rules are adopted once all past decisions were tried, and every changed decision is counted (server §10.2)."""
    who = Told(browser, url)
    counts = [{"action": "place_order", "kind": "outcome", "from": "accepted", "to": "halted", "count": 12}]
    shadow = {"decided": 20, "undecided": 1, "flips": counts, "examples": [flip(9_000 + number) for number in range(10)]}
    replay: dict[str, Any] = {"decided": 3, "undecided": 0, "flips": [], "done": False, "left_out": 0}
    pending = {"truths": "sha256:2", "since": "2026-11-30T09:00:00Z", "packs": [], "diff": None, "shadow": shadow, "replay": replay}
    who.answers["/truths"] = {"truths": "sha256:1", "packs": [{"pack": "shop"}]}
    who.answers["/truths/pending"] = pending
    who.open("#/rules")
    who.sees("Tried with 3 past decisions so far, and 20 since. 1 decision could not be decided again.")
    who.sees("12 decisions of those that were tried; the latest 10 are shown")
    who.sees("Place order accepted → halted (12)")
    who.sees("This is being computed.")
    expect(who.page.get_by_role("button", name="Adopt")).to_have_count(0)
    diff = {"intents": {"place_order": {"change": "narrower", "notes": ["requires amount < 5"]}}, "tables": {}, "version": "minor"}
    replay = {"decided": 2_000, "undecided": 0, "flips": [flip(number) for number in range(150)], "done": True, "left_out": 850}
    who.answers["/truths/pending"] = {**pending, "diff": diff, "replay": replay}
    # The page asks by itself, until all is known.
    who.sees("Tried with 2000 past decisions, and 20 since.")
    who.sees("1012 decisions of those that were tried; the latest 100 are shown")
    who.sees("requires amount < 5")
    expect(who.page.locator("ul.runs > li")).to_have_count(100)
    link = who.page.locator("ul.runs a").first
    expect(link).to_have_attribute("href", "#/run/job_9009")
    who.page.get_by_label("Note").fill("as agreed")
    asked = len(who.asked)
    who.page.wait_for_timeout(2_500)
    assert len(who.asked) == asked, who.asked[asked:]
    who.answers["/truths/adopt"] = {"decision": "accepted", "reason": "adopted"}
    del who.answers["/truths/pending"]
    who.page.get_by_role("button", name="Adopt").click()
    who.sees("No rules wait to be adopted.")
    assert ({"truths": "sha256:2", "note": "as agreed"}) in [body for _, body in who.asked], who.asked
    who.is_whole()
    who.context.close()


#: What is typed as a number: what is proposed, or `None` where it is at fault, and what stands beside it.
NUMBERS: list[tuple[str, Any, str]] = [
    ("1,500", 1500, "1,500 is read as 1500"), ("-1,234,567.5", -1_234_567.5, "-1,234,567.5 is read as -1234567.5"),
    ("1500", 1500, ""), (" 1.5 ", 1.5, ""), ("-0.25", -0.25, ""), ("much", "much", ""), ("1e5", "1e5", ""),
    ("0,123", None, "no number"), ("1.5,000", None, "no number"), ("1,5", None, "no number"), ("1,000,00", None, "no number"),
    ("01,500", None, "no number"), ("1,,500", None, "no number"), (",500", None, "no number"), ("1,234567", None, "no number"),
]

#: Types of fields, each with texts that are no value of it: a year of five digits, which inputs can be made to hold.
DATES = {"day": ("date", "20261-01-01"), "at": ("timestamp", "20261-01-01T12:00:00")}


def reads_fields(browser: Browser, url: str) -> None:
    """Numbers and dates are read as they are meant or not at all (server §15), and records that hold themselves can be filled."""
    who = Told(browser, url)
    node = {"kind": "record", "name": "shop.node"}
    fields = [{"name": name, "type": {"kind": kind}} for name, (kind, _) in DATES.items()]
    fields += [{"name": "amount", "type": {"kind": "decimal"}}, {"name": "root", "type": node, "required": True}]
    inner = [{"name": "title", "type": {"kind": "text"}, "required": True}, {"name": "next", "type": node, "required": False}]
    who.answers["/vocabulary"] = vocabulary(fields, {"shop.node": inner})
    who.answers["/dry-run"] = {"decision": "accepted", "facts": [], "violations": [], "run": {"status": "converged"}}
    who.open("#/form/shop.place_order")
    page = who.page
    amount = page.locator(".field", has=page.get_by_label("Amount")).last
    for text, value, words in NUMBERS:
        page.get_by_label("Amount").fill("")
        if value is None:
            page.get_by_label("Amount").fill(text)
            who.sees("It is tried once that is mended.")
        else:
            with page.expect_request("**/dry-run", timeout=5_000) as tried:
                page.get_by_label("Amount").fill(text)
                page.wait_for_timeout(400)
            assert who.asked[-1][1]["proposal"]["payload"] == {"amount": value}, (text, who.asked[-1], tried.value)
        expect(amount).to_contain_text(words)
        expect(amount.locator(".aside")).to_have_text(words if "read as" in words else "")
    page.get_by_label("Amount").fill("")
    for name, (_, text) in DATES.items():
        field = page.get_by_label(name.title(), exact=True)
        assert str(field.get_attribute("max")).startswith("9999-12-31"), name
        # Where an input holds such a year none the less, the form goes on and says so.
        field.evaluate("(e, text) => { e.value = text; e.dispatchEvent(new Event('input', { bubbles: true })); }", text)
        expect(page.locator(".field", has=field)).to_contain_text("a year has four digits")
        field.fill("")
    page.get_by_label("Title").fill("a")
    page.get_by_role("button", name="Add Next").click()
    page.get_by_label("Title").last.fill("b")
    page.get_by_role("button", name="Add Next").click()
    page.get_by_label("Title").last.fill("c")
    who.sees("It would be accepted")
    page.wait_for_timeout(500)
    chain = {"title": "a", "next": {"title": "b", "next": {"title": "c"}}}
    assert who.asked[-1][1]["proposal"]["payload"] == {"root": chain}, who.asked[-1]
    page.get_by_role("button", name="Remove Next").last.click()
    page.wait_for_timeout(500)
    assert who.asked[-1][1]["proposal"]["payload"] == {"root": {"title": "a"}}, who.asked[-1]
    who.is_whole()
    given = urllib.parse.quote(json.dumps({"root": chain, "amount": 1e-7}), safe="")
    with page.expect_request("**/dry-run"):
        who.open(f"#/form/shop.place_order/given/{given}")
    page.wait_for_timeout(300)
    assert who.asked[-1][1]["proposal"]["payload"] == {"root": chain, "amount": 1e-7}, who.asked[-1]
    who.is_whole()
    who.context.close()


def entry(number: int, kind: str, payload: dict[str, Any], actor: dict[str, Any] = BOB) -> dict[str, Any]:
    """What an event of an entry of the ledger has besides its run."""
    return {"entry_id": f"ctx_{number}", "entry_type": kind, "sequence": number, "timestamp": "2026-11-30T09:00:00Z",
            "actor": actor, "payload": payload}


def decision(number: int, status: str, waiting: list[str], reason: str = "too much") -> dict[str, Any]:
    steps = [{"step": "propose", "result": "ok"}, {"step": "consent", "result": "ok"}, {"step": "check", "result": "wait"}]
    return entry(number, "decision", {
        "decision": "halted", "status": status, "reason": reason, "truth_id": "shop.ordering", "violations": [],
        "waiting_for": waiting, "steps": steps if status == "waiting" else []})


def cannot_check(browser: Browser, url: str) -> None:
    """What keeps the browser from checking says nothing about the ledger (server §15): it is told as not checked."""
    who = Told(browser, url)
    job = "job_1"
    who.answers[f"/jobs/{job}/events"] = [
        event(job, "proposal", entry(1, "proposal", {"action": "place_order", "order_id": "o-1"})),
        event(job, "status", {"status": "running", "waiting_for": [], "facts_count": 0, "pending_proposals": 0}),
        event(job, "decision", decision(2, "halted", []))]
    who.open(f"#/run/{job}")
    who.sees("What was proposed")
    who.page.locator("summary", has_text="Receipts").click()
    busy = {"status": 429, "title": "Too Many Requests", "detail": "at most 1 request a second"}
    for told, words in ((None, "The server does not answer."), (busy, "at most 1 request a second")):
        for number in (1, 2):
            who.answers[f"/ledger/entries/ctx_{number}"] = told
        who.page.get_by_role("button", name="Check").click()
        expect(who.page.locator(".result", has_text=f"– Not checked: {words}")).to_have_count(2)
        who.sees("2 entries; why is said below.")
        who.sees("No entry could be recomputed here.")
        expect(who.page.locator(".checked")).not_to_contain_text("cannot be led to the ledger")
    # An entry that the server told of and does not know any more is a fault of the ledger.
    del who.answers["/ledger/entries/ctx_1"]
    who.page.get_by_role("button", name="Check").click()
    who.sees("1 entry cannot be led to the ledger.")
    who.page.evaluate("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    who.page.get_by_role("button", name="Check").click()
    who.sees("The hashes of the decision at place 2: This browser computes hashes over HTTPS alone.")
    who.is_whole()
    who.context.close()


def answers_told(browser: Browser, url: str) -> None:
    """All checks of this file."""
    tries_rules(browser, url)
    reads_fields(browser, url)
    cannot_check(browser, url)
