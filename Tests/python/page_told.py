"""Checks of the page of the server (server §15) against answers that are made up here: what few servers say soon enough."""

from __future__ import annotations

import json
import re
import shlex
import urllib.parse
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from page_person import LEVELS, NARROW, Person
from playwright.sync_api import Browser, expect

from support import ANN, token

ROOT = Path(__file__).resolve().parents[2]
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
        #: What the page sends besides, over the stream.
        self.told: list[dict[str, Any]] = []
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
        elif "resume" not in message:
            self.told.append(message)
        else:
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
    return {"entry": number, "run_id": f"run_{number}", "proposal_id": f"prop_{number}", "action": "place_order",
            "kind": "outcome", "from": "accepted", "to": "halted", "reason": "too much", "truth_id": "shop.ordering"}


def tries_rules(browser: Browser, url: str) -> None:
    """Pending rules are adopted once all past decisions were tried, and every changed decision is counted (server §10.2)."""
    who = Told(browser, url)
    counts = [{"action": "place_order", "kind": "outcome", "from": "accepted", "to": "halted", "count": 12}]
    shadow = {"decided": 20, "undecided": 1, "flips": counts, "examples": [flip(9_000 + number) for number in range(10)]}
    replay: dict[str, Any] = {"decided": 3, "undecided": 0, "flips": [], "done": False, "left_out": 0}
    pending = {"truths": "sha256:2", "since": "2026-11-30T09:00:00Z", "packs": [], "diff": None,
               "shadow": shadow, "replay": replay}
    who.answers["/truths"] = {"truths": "sha256:1", "packs": [{"pack": "shop"}]}
    who.answers["/truths/pending"] = pending
    who.open("#/rules")
    who.sees("Tried with 3 past decisions so far, and 20 since. 1 decision could not be decided again.")
    who.sees("12 decisions of those that were tried; the latest 10 are shown")
    who.sees("Place order accepted → halted (12)")
    who.sees("This is being computed.")
    expect(who.page.get_by_role("button", name="Adopt")).to_have_count(0)
    intents = {"place_order": {"change": "narrower", "notes": ["requires amount < 5"]}}
    diff = {"intents": intents, "tables": {}, "version": "minor"}
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


def waiting_run(number: int, words: str = "approval from @manager") -> dict[str, Any]:
    return {"run_id": f"run_{number}", "job_id": f"job_{number}", "correlation_id": "cor_1", "action": "place_order",
            "proposal_id": f"prop_{number}", "proposer": BOB, "status": "waiting", "waiting_for": [words], "decision": "halted",
            "truth_id": "shop.ordering", "reason": f"reason {number}", "entries": 3, "rendered_before_done": False}


def request(number: int, **members: Any) -> dict[str, Any]:
    return entry(20 + number, "fact", {"type": "approval.requested", "request": f"req_{number}", **members})


#: Who looks: the manager of the requests below, and one of the board.
MAY = {**ANN, "roles": ["manager", "board", "head librarian", "2 of us"]}
#: Requests that ask them, and requests that do not (approvals §4.1), each with the words of its run.
ASKED: list[tuple[str, dict[str, Any], bool]] = [
    ("@manager", {"role": "manager"}, True),
    ("2 of @board", {"role": "2 of board", "count": 2}, True),
    ("@manager or @director", {"role": "manager or director", "roles": ["manager", "director"]}, True),
    ("@ann (@manager)", {"role": "manager by ann", "person": "ann"}, True),
    ("@ann (@manager) or @max (@manager)", {"role": "manager by max or manager by ann", "people": ["max", "ann"]}, True),
    ("@ann", {"role": "by ann", "person": "ann"}, True),
    ('@"head librarian"', {"role": "head librarian"}, True),
    ('2 of @"head librarian"', {"role": '2 of "head librarian"', "count": 2}, True),
    ("@board (not @max)", {"role": "board not by max", "excluded": ["max"]}, True),
    ('@"2 of us"', {"role": "2 of us"}, True),
    ("@board (not @ann)", {"role": "board not by ann", "excluded": ["ann"]}, False),
    ("@director", {"role": "director"}, False),
]


def answers_requests(browser: Browser, url: str) -> None:
    """Who approves may say why, whatever a request says of who is asked; the server knows deputies (server §15)."""
    who = Told(browser, url, MAY)
    who.runs = [waiting_run(number, f"approval from {words}") for number, (words, _, _) in enumerate(ASKED)]
    who.runs.append(waiting_run(99, "approval from @director"))
    for number, (words, members, _) in enumerate(ASKED):
        events = [event(f"job_{number}", "proposal", entry(1, "proposal", {"action": "place_order", "order_id": "o-1"})),
                  event(f"job_{number}", "decision", decision(2, "waiting", [f"approval from {words}"]))]
        who.answers[f"/jobs/job_{number}/events"] = [*events, event(f"job_{number}", "fact", request(number, **members))]
    who.answers["/jobs/job_99/events"] = who.answers["/jobs/job_11/events"]
    why = who.page.locator("summary", has_text="Approve and say why")
    for number, (words, _, isAsked) in enumerate(ASKED):
        who.open(f"#/run/job_{number}")
        who.sees("Proposed by @bob")
        who.page.wait_for_timeout(300)
        assert why.count() == isAsked, words
    # The server says otherwise than the words: who stands in for the director, and who has granted already.
    asked = [{"request": "req_11", "role": "director", "reason": "too much"}]
    item = {"run_id": "run_99", "job_id": "job_99", "since": "2026-11-29T09:00:00Z", "requests": asked, "consent": False}
    who.answers["/inbox"] = {"inbox": [item]}
    who.open("#/run/job_99")
    why.click()
    who.page.get_by_label("Why it is approved").fill("I stand in")
    who.page.get_by_role("button", name="Approve so").click()
    who.page.wait_for_timeout(300)
    told = [message["propose"] for message in who.told if "propose" in message]
    assert [(each["payload"], each["reason"]) for each in told] == [({"request": "req_11"}, "I stand in")], told
    who.open("#/run/job_0")
    who.sees("Proposed by @bob")
    expect(who.page.get_by_role("button", name="Approve", exact=True)).to_have_count(0)
    who.open("#/live")
    expect(who.page.locator("ul[aria-labelledby=mine] li", has_text="reason 0")).to_have_count(0)
    expect(who.page.locator(".mine", has=who.page.locator("a[href='#/run/job_99']"))).to_be_visible()
    who.is_whole()
    who.context.close()


def keeps_typed(browser: Browser, url: str) -> None:
    """What somebody types stays where the run is decided again, and who comes back finds the list as it was (server §15)."""
    who = Told(browser, url, MAY)
    who.runs = [waiting_run(number) for number in range(400)]
    before = [event("job_7", "proposal", entry(1, "proposal", {"action": "place_order", "order_id": "o-7"})),
              event("job_7", "decision", decision(2, "waiting", ["approval from @manager"]))]
    who.answers["/jobs/job_7/events"] = before
    asks = {"since": "2020-01-02T09:00:00Z", "requests": [{"request": "req_1", "role": "manager"}], "consent": False}
    items = [{"run_id": f"run_{number}", "job_id": f"job_{number}", **asks} for number in range(400)]
    who.answers["/inbox"] = {"inbox": items, "exhausted": True}
    who.open("#/live")
    page = who.page
    # Of runs that the stream does not tell any more, the server is asked since when they wait.
    expect(page.locator("ul.runs li").first).to_contain_text("2 Jan 2020")
    page.get_by_label("Find").fill("Reason ")
    page.get_by_label("Status").select_option("waiting")
    page.get_by_role("button", name="Show more").click()
    page.mouse.wheel(0, 6_000)
    page.wait_for_timeout(500)
    scrolled = page.evaluate("scrollY")
    assert scrolled > 1_000, scrolled
    page.evaluate("location.hash = '#/run/job_7'")
    who.sees("What was proposed")
    expect(page.locator(".steps li.wait")).to_contain_text("Check invariants")
    page.get_by_role("link", name="All runs").click()
    expect(page.get_by_label("Find")).to_have_value("Reason ")
    expect(page.get_by_label("Status")).to_have_value("waiting")
    expect(page.locator("ul.runs > li")).to_have_count(200)
    assert abs(page.evaluate("scrollY") - scrolled) < 500, (page.evaluate("scrollY"), scrolled)
    who.goes("Facts")
    who.goes("Live")
    expect(page.get_by_label("Find")).to_have_value("")
    who.open("#/run/job_7")
    page.locator("summary", has_text="Deny").click()
    field = page.get_by_label("Why it is denied")
    expect(field).to_be_focused()
    field.fill("A long reason")
    who.happens(10, "job_7", "decision", decision(9, "waiting", ["approval from @manager"], "reason 7, once more"))
    who.sees("reason 7, once more")
    expect(field).to_have_value("A long reason")
    expect(field).to_be_focused()
    page.keyboard.type(", and more")
    expect(field).to_have_value("A long reason, and more")
    # Early facts are shown at once, and those that were taken back stay in the list.
    fact = {"entry_type": "fact", "provisional": True, "payload": {"type": "order.placed", "order_id": "o-7"}}
    who.answers["/jobs/job_7/events"] = [
        before[0], event("job_7", "fact", fact)]
    who.happens(11, "job_7", "fact", fact)
    who.sees("Early: it counts once the run is decided.")
    who.happens(12, "job_7", "fact", {**fact, "dropped": True, "reason": "denied"})
    who.goes("Live")
    page.get_by_label("Find").fill("once more")
    expect(page.locator("ul.runs li", has=page.locator("a[href='#/run/job_7']"))).to_contain_text("1 fact taken back")
    who.is_whole()
    who.context.close()


def says_limits(browser: Browser, url: str) -> None:
    """The page says where it knows the newest facts alone, and what is wrong with a token (server §15)."""
    who = Told(browser, url)
    orders = [{"type": "order.placed", "order_id": f"o-{number}"} for number in range(10_000)]
    who.facts = [{"run_id": f"run_{number}", "entry_id": f"ctx_{number}", "payload": each} for number, each in enumerate(orders)]
    who.answers["/ledger/head"] = {"size": 5, "head": "sha256:1"}
    who.answers["/decisions"] = {"decisions": []}
    who.open("#/facts")
    who.sees("10,000 facts, of the 10,000 newest facts; older ones are in the ledger")
    who.goes("Ledger")
    expect(who.page.locator("main")).not_to_contain_text("of runs with one of")
    who.page.get_by_label("Fact").fill("o-77")
    who.page.get_by_role("button", name="Search").click()
    who.sees("0 decisions, of runs with one of the newest 10,000 facts")
    del who.answers["/actor"]
    who.answers["/actor"] = {"status": 401, "title": "Unauthorized", "code": "no_token"}
    who.page.reload()
    field = who.page.get_by_label("Token")
    for text, words in (("t.\u043e.t", "ASCII"), ("t.t.t\u200b", "ASCII")):
        field.fill(text)
        who.page.get_by_role("button", name="Sign in").click()
        expect(who.page.get_by_role("alert")).to_contain_text(words)
    for text in ("t.\nt.t", "  t.t.t ", "Bearer t.t.t"):
        field.fill(text)
        with who.page.expect_request("**/actor") as sent:
            who.page.get_by_role("button", name="Sign in").click()
        assert sent.value.header_value("authorization") == "Bearer t.t.t", text
    who.is_whole()
    who.context.close()


def reads_old_runs(browser: Browser, url: str) -> None:
    """A run whose events the server keeps no more is told from its entries in the ledger (server §15)."""
    who = Told(browser, url, MAY)
    who.runs = [waiting_run(5)]
    granted = {"type": "order.placed", "order_id": "o-5"}
    entries = [entry(9, "proposal", {"action": "place_order", "payload": {"order_id": "o-5", "note": "<b>by hand</b>"}}),
               entry(10, "decision", decision(10, "waiting", ["approval from @manager"])["payload"]), request(-9, role="manager"),
               entry(13, "proposal", {"action": "other"}), entry(40, "decision", decision(40, "converged", [])["payload"]),
               entry(41, "fact", granted)]
    for each in entries:
        number = each["sequence"]
        run = {"run_id": "run_6" if number == 13 else "run_5", "correlation_id": "cor_1"}
        who.answers[f"/ledger/entries/{number}"] = {"entry": {**each, **run}, "index": number - 1, "size": 99, "head": "sha256:1"}
    who.answers["/jobs/job_5/events"] = []
    who.answers["/jobs/job_5"] = {"job_id": "job_5", "decision_id": "ctx_40", "run": {"run_id": "run_5"}}
    nodes = [{"id": 1, "kind": "decision", "name": "shop.ordering", "because": [2], "entry": 40, "run_id": "run_5"},
             {"id": 2, "kind": "proposal", "name": "place_order", "because": [], "entry": 9, "run_id": "run_5"},
             {"id": 3, "kind": "fact", "name": "other", "because": [], "entry": 13, "run_id": "run_6"}]
    who.answers["/why/ctx_40"] = {"nodes": nodes}
    who.open("#/run/job_5")
    who.sees("<b>by hand</b>")
    who.sees("Receipts (5)")
    who.sees("Order placed")
    who.sees("Who was asked (1)")
    expect(who.page.get_by_role("button", name="Approve", exact=True)).to_be_visible()
    who.open("#/form/shop.place_order/job/job_5")
    expect(who.page.get_by_role("heading", level=1, name="Place order")).to_be_visible()
    who.is_whole()
    who.context.close()


def tells_all(browser: Browser, url: str) -> None:
    """Who comes late is told where older runs are, and finds runs by the facts that they left (server §15)."""
    who = Told(browser, url)
    who.runs = [{**waiting_run(number), "status": "converged", "waiting_for": []} for number in range(1_000)]
    who.facts = [{"run_id": "run_7", "entry_id": "ctx_7", "payload": {"type": "order.placed", "order_id": "o-77"}}]
    who.open("#/live")
    who.sees("Runs (1000)")
    expect(who.page.get_by_role("link", name="ledger", exact=True)).to_have_attribute("href", "#/ledger")
    who.page.get_by_label("Find").fill("o-77")
    who.sees("Runs (1)")
    expect(who.page.locator("ul.runs li")).to_contain_text("Order id o-77")
    who.page.get_by_label("Find").fill("o-78")
    who.sees("No run here is like that.")
    who.is_whole()
    who.context.close()


def begins(browser: Browser, url: str) -> None:
    """Who meets an empty ledger is led to a form that is filled, and to the command that proposes the same (server §15)."""
    who = Told(browser, url)
    types = {"order_id": "text", "amount": "integer", "period": "text", "day": "date"}
    fields = [{"name": name, "required": name != "day", "type": {"kind": kind}} for name, kind in types.items()]
    lines = {"name": "lines", "required": True, "type": {"kind": "list", "of": {"kind": "record", "name": "line"}}}
    told = vocabulary([*fields, lines], {"line": [{"name": "sku", "required": True, "type": {"kind": "text"}}]})
    who.answers["/vocabulary"] = told
    who.facts = [{"run_id": "run_0", "entry_id": "ctx_0", "payload": {"type": "period.closed", "period": "Ann's 2024-Q1"}}]
    who.answers["/dry-run"] = {"decision": "halted", "violations": []}
    who.open("#/live")
    who.sees("Nothing has been proposed yet")
    payload = {"order_id": "order-1", "amount": 1, "period": "Ann's 2024-Q1", "lines": [{"sku": "sku-1"}]}
    command = shlex.split(who.page.locator("main code").inner_text())
    assert command[:2] == ["curl", f"{url}/jobs"] and "Authorization: Bearer $TOKEN" in command, command
    assert json.loads(command[-1]) == {"action": "shop.place_order", "payload": payload}, command
    assert Axe().run(who.page, options={"runOnly": LEVELS}).violations_count == 0
    who.page.get_by_role("link", name="Try an example: Place order").click()
    expect(who.page.get_by_label("Order id")).to_have_value("order-1")
    expect(who.page.get_by_label("Sku")).to_have_value("sku-1")
    who.sees("It would not be accepted")
    who.is_whole()
    who.context.close()


#: A table whose links stand below each other, as those of a handbook do.
LINKS = "<table class=columns4>" + "".join(f"<tr><td><a href='#{each}'>Link {each}</a><br>" for each in range(20)) + "</table>"


def links_are_large(browser: Browser) -> None:
    """Links in tables of a handbook have 24 pixels (WCAG 2.2, 2.5.8), whatever their text's height."""
    sheets = [(ROOT / "Sources/CFiles/files" / name).read_text(encoding="utf-8") for name in ("theme.css", "page.css")]
    page = browser.new_page()
    page.set_content(f"<!doctype html><style>{''.join(sheets)}</style><main>{LINKS}</main>")
    heights = page.eval_on_selector_all("td a", "links => links.map((link) => link.getBoundingClientRect().height)")
    assert len(heights) == 20 and min(heights) >= 24, heights
    page.close()


def answers_told(browser: Browser, url: str) -> None:
    """All checks of this file."""
    links_are_large(browser)
    tries_rules(browser, url)
    reads_fields(browser, url)
    cannot_check(browser, url)
    answers_requests(browser, url)
    keeps_typed(browser, url)
    says_limits(browser, url)
    reads_old_runs(browser, url)
    tells_all(browser, url)
    begins(browser, url)
