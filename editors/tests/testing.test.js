"use strict";

// The Testing view, its coverage and the view of ledgers, with the real program in TRUTHS: node --test editors/tests/testing.test.js

const assert = require("node:assert/strict");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");

const stub = require("./vscode-stub.js");
const { SOURCES, TRUTHS, TOKEN, needsServer, load, until, context } = require("./harness.js");

const PACK = `pack shop:
  version: 1.0.0

fact order.placed:
  key: [order_id]
  fields:
    order_id: text
    amount: decimal

intent place_order:
  fields:
    order_id: text
    amount: decimal

truth ordering:
  when:
    - intent: place_order
  requires:
    - order_id exists
    - amount > 0
  invariants:
    - amount < 1000 else "too much"
  produces:
    - fact.order.placed
    - trace.shop.ordering
`;

const fixture = (id, amount, decision) => ({ id, proposal: { action: "place_order", order_id: "o1", amount }, expected: { decision } });
const GOOD = JSON.stringify([fixture("shop.small", 5, "accepted"), fixture("shop.small.too", -5, "rejected")], null, 2);
const BAD = JSON.stringify(fixture("shop.wrong", 5, "rejected"), null, 2);

function project() {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "truths-test-")));
  const write = (name, text) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  write("truths/shop/shop.truths", PACK);
  write("Fixtures/shop/good.json", GOOD);
  write("Fixtures/bad.json", BAD);
  write("Fixtures/broken.json", '{"id": "shop.broken",');
  write("Fixtures/data.json", "[1, 2]");
  write("elsewhere/node_modules/Fixtures/a.json", BAD);
  return { folder, write };
}

test("ids of fixtures are found with their places", () => {
  const { fixtureIDs } = require(path.join(SOURCES, "fixtures.js"));
  assert.deepEqual(fixtureIDs('{"proposal": {"id": "no"}, "id" :"a.b"}'), [{ id: "a.b", line: 0, character: 33 }]);
  const text = '[\n  {"x": ["id", {"id": "no"}, "id"], "id":\n "ä\\"}",\n "y": "\\"id\\": "},\n{"id": "b"}, {"name": "id", "z": "id"}]\n';
  assert.deepEqual(fixtureIDs(text), [{ id: 'ä"}', line: 2, character: 1 }, { id: "b", line: 4, character: 7 }]);
  assert.deepEqual(fixtureIDs('{"id": 5}'), []);
  assert.deepEqual(fixtureIDs("[]"), []);
  assert.throws(() => fixtureIDs('{"id": "a",'), SyntaxError);
});

test("fixtures in the Testing view", needsServer, async (t) => {
  const { folder, write } = project();
  const editor = stub.make(folder, { "truths.path": TRUTHS });
  const extension = load(editor);
  extension.activate(context());
  const [controller] = editor.controllers;
  const { vscode } = editor;
  const only = () => [...controller.items.values()][0];
  const named = (label) => [...only().children.values()].find((one) => one.label === label);
  await until(() => only() && named("shop/good.json"), "the tree");
  const profile = controller.profiles.get(vscode.TestRunProfileKind.Run);
  const ran = async (request, token = TOKEN, kind = profile) => {
    await kind.handler(request, token);
    const run = controller.runs.at(-1);
    assert.ok(run.isEnded);
    return run;
  };
  const good = () => [...named("shop/good.json").children.values()];

  await t.test("the tree has files with fixtures, and says what is no JSON", () => {
    assert.deepEqual([...only().children.values()].map((one) => one.label).sort(), ["bad.json", "broken.json", "shop/good.json"]);
    assert.deepEqual(good().map((one) => one.label), ["shop.small", "shop.small.too"]);
    assert.equal(good()[1].range.start.line, 13);
    assert.match(named("broken.json").error, /JSON/);
  });

  await t.test("all are run, and a failure has its place, both values and the decision", async () => {
    const run = await ran({});
    assert.deepEqual(Object.fromEntries(run.states), { "shop.small": "passed", "shop.small.too": "passed", "shop.wrong": "failed" });
    const [message] = run.messages.get("shop.wrong");
    assert.equal(message.expectedOutput, '"rejected"');
    assert.equal(message.actualOutput, '"accepted"');
    assert.equal(message.location.uri.fsPath, path.join(folder, "Fixtures/bad.json"));
    assert.equal(message.location.range.start.line, BAD.split("\n").findIndex((line) => line.includes('"decision"')));
    assert.match(run.output, /shop\.wrong\r\n[^]*amount > 0/);
    assert.deepEqual(run.files, []);
  });

  await t.test("one is run by itself, though another id holds its id", async () => {
    const run = await ran({ include: [good()[0]] });
    assert.deepEqual(Object.fromEntries(run.states), { "shop.small": "passed" });
    const without = await ran({ include: [named("shop/good.json")], exclude: [good()[0]] });
    assert.deepEqual(Object.fromEntries(without.states), { "shop.small.too": "passed" });
  });

  await t.test("a run with coverage says what no fixture shows", async () => {
    const kind = controller.profiles.get(vscode.TestRunProfileKind.Coverage);
    const run = await ran({ include: [named("shop/good.json")] }, TOKEN, kind);
    const [file] = run.files;
    assert.equal(file.uri.fsPath, path.join(folder, "truths/shop/shop.truths"));
    const details = await kind.loadDetailedCoverage(run, file, TOKEN);
    const line = (text) => details.find((one) => one.location.line === PACK.split("\n").findIndex((each) => each.includes(text)));
    assert.equal(line("truth ordering").name, "shop.ordering");
    assert.ok(line("truth ordering").executed > 0);
    const branches = (text) => Object.fromEntries(line(text).branches.map((one) => [one.label, one.executed > 0]));
    assert.deepEqual(branches("amount > 0"), { held: true, violated: true });
    assert.deepEqual(branches("amount < 1000"), { held: true, violated: false });
  });

  await t.test("what is changed, added and removed is seen", async () => {
    const watcher = editor.watchers.find((one) => one.pattern.includes("Fixtures"));
    const uri = vscode.Uri.file(write("Fixtures/new.json", BAD.replace("shop.wrong", "shop.new")));
    watcher.create.fire(uri);
    await until(() => named("new.json"), "the new file");
    const mended = vscode.Uri.file(write("Fixtures/bad.json", BAD.replace('"rejected"', '"accepted"')));
    watcher.change.fire(mended);
    await until(() => named("bad.json"), "the file");
    assert.equal((await ran({ include: [named("bad.json")] })).states.get("shop.wrong"), "passed");
    watcher.delete.fire(uri);
    assert.equal(named("new.json"), undefined);
    editor.events.onDidSaveTextDocument.fire({ uri: vscode.Uri.file(path.join(folder, "truths/shop/shop.truths")) });
    assert.equal(controller.invalidations, 1);
  });

  await t.test("a run that goes on is done again when a file is saved, until it is cancelled", async () => {
    const { token, cancel } = new vscode.CancellationTokenSource();
    const include = [named("shop/good.json")];
    assert.ok(profile.supportsContinuousRun);
    const run = await ran({ include, continuous: true }, token);
    assert.equal(run.states.get("shop.small"), "passed");
    const count = controller.runs.length;
    const saved = () => {
      const file = write("truths/shop/shop.truths", PACK.replace("1000", "4"));
      editor.events.onDidSaveTextDocument.fire({ uri: vscode.Uri.file(file) });
    };
    saved();
    await until(() => controller.runs.length === count + 1 && controller.runs.at(-1).isEnded, "the next run");
    assert.equal(controller.runs.at(-1).states.get("shop.small"), "failed");
    cancel();
    saved();
    assert.equal(controller.runs.length, count + 1);
    write("truths/shop/shop.truths", PACK);
  });

  await t.test("of more files than a command line holds all fixtures are run", async () => {
    for (let index = 0; index < 101; index++) {
      const uri = vscode.Uri.file(write(`Fixtures/many/${index}.json`, JSON.stringify(fixture(`shop.many.${index}`, 1, "accepted"))));
      editor.watchers.find((one) => one.pattern.includes("Fixtures")).create.fire(uri);
    }
    await until(() => named("many/100.json") && only().children.size > 102, "the files");
    const { states } = await ran({ exclude: [good()[0]] });
    assert.equal(states.size, 103);
    assert.deepEqual(new Set(states.values()), new Set(["passed"]));
  });

  await t.test("a run that is cancelled ends, and one of a set with errors says which", async () => {
    let cancel;
    const token = { isCancellationRequested: false, onCancellationRequested: (act) => { cancel = act; return { dispose() {} }; } };
    const running = ran({}, token);
    cancel();
    assert.deepEqual(new Set((await running).states.values()), new Set(["skipped"]));
    write("truths/shop/shop.truths", PACK.replace("amount > 0", "amuont > 0"));
    const run = await ran({ include: [good()[0]] });
    assert.equal(run.states.get("shop.small"), "errored");
    assert.match(run.messages.get("shop.small")[0].message, /T1001[^]*amuont|amuont[^]*T1001/);
  });

  await extension.deactivate();
  fs.rmSync(folder, { recursive: true });
});

test("the decisions of ledgers", needsServer, async (t) => {
  const { folder, write } = project();
  const ledger = path.join(folder, "ledger.jsonl");
  write("other.jsonl", '{"type": "a.b"}\n');
  const actor = JSON.stringify({ type: "user", user_id: "ann", device_id: "desk", org_id: "acme", roles: [] });
  const decide = (id, amount) => {
    write("p.json", JSON.stringify({ action: "place_order", order_id: id, amount }));
    const args = ["run", "--proposal", "p.json", "--ledger", ledger, "--now", "2026-02-02T09:00:00Z", "--actor", actor, "--quiet"];
    try {
      execFileSync(TRUTHS, args, { cwd: folder });
    } catch (error) {
      assert.equal(error.status, 1);
    }
  };
  decide("o1", 5);
  decide("o2", 5000);
  const editor = stub.make(folder, { "truths.path": TRUTHS });
  const extension = load(editor);
  extension.activate(context());
  const tree = editor.trees["truths.ledgers"];
  const nodes = await tree.getChildren();

  await t.test("the newest comes first, with what was proposed and why it was decided so", async () => {
    assert.deepEqual(nodes.map((one) => tree.getTreeItem(one).label), ["ledger.jsonl"]);
    const decisions = await tree.getChildren(nodes[0]);
    assert.deepEqual(decisions.map((one) => one.item.label), ["halted: place_order", "accepted: place_order"]);
    assert.match(decisions[0].item.description, /2026-02-02T09:00:00Z {2}@ann {2}too much/);
    const parts = (await tree.getChildren(decisions[0])).map((one) => [one.item.label, one.item.description]);
    assert.deepEqual(parts.filter(([name]) => ["by", "order_id", "amount"].includes(name)),
      [["by", "shop.ordering"], ["amount", "5000"], ["order_id", '"o2"']]);
    assert.ok(parts.some(([name]) => name === "too much"));
  });

  await t.test("a decision opens what `truths why` says of it", async () => {
    const [halted] = await tree.getChildren(nodes[0]);
    await editor.commands["truths.openWhy"](...halted.item.command.arguments);
    const shown = editor.shown.find((one) => one.startsWith("truths-why:"));
    const text = await editor.contents["truths-why"].provideTextDocumentContent(editor.vscode.Uri.parse(shown.split(" ")[0]), TOKEN);
    assert.match(text, /too much/);
    const asked = (query) => editor.contents["truths-why"].provideTextDocumentContent({ query: JSON.stringify(query) }, TOKEN);
    assert.match(await asked(["--help", 1]), /names no decision/);
    assert.match(await asked([ledger, "--help"]), /names no decision/);
  });

  await t.test("a change of a ledger has the view read anew", async () => {
    let changes = 0;
    tree.onDidChangeTreeData(() => { changes += 1; });
    decide("o3", 7);
    for (const watcher of editor.watchers.filter((one) => one.pattern === "**/*.jsonl")) watcher.change.fire();
    await until(() => changes > 0, "the change");
    const [again] = await tree.getChildren();
    assert.equal((await tree.getChildren(again)).length, 3);
  });

  await t.test("of a long ledger the end is read, and the view says so", async () => {
    const { newestDecisions } = require(path.join(SOURCES, "decisions.js"));
    const whole = await newestDecisions(ledger);
    assert.deepEqual([whole.decisions.length, whole.isWhole], [3, true]);
    const lines = fs.readFileSync(ledger, "utf8").trimEnd().split("\n");
    const last = lines.findLastIndex((line) => line.includes('"entry_type":"decision"'));
    const bytes = Buffer.byteLength(lines.slice(last).join("\n")) + 2;
    const end = await newestDecisions(ledger, bytes);
    assert.deepEqual([end.decisions.length, end.isWhole, end.decisions[0].action], [1, false, undefined]);
    assert.equal(end.decisions[0].decision, "accepted");
  });

  await t.test("lines that are no entries of ours are passed over", async () => {
    const strange = ["null", "{", '{"entry_type": "decision"}', '{"entry_type": "decision", "payload": null, "sequence": 1}',
      '{"entry_type": "proposal", "payload": "x", "run_id": "r", "sequence": 1}',
      '{"entry_type": "decision", "payload": {"decision": "accepted", "violations": {}}, "run_id": "r", "sequence": 2}',
      '{"entry_type": "decision", "payload": {"violations": [null, 5, {}]}, "sequence": 3}'];
    write("strange.jsonl", `${strange.join("\n")}\n`);
    const [, node] = await tree.getChildren();
    assert.equal(node.item.label, "strange.jsonl");
    assert.deepEqual((await tree.getChildren(node)).map((one) => one.item.label), ["undefined: entry 3", "accepted: entry 2"]);
  });

  await extension.deactivate();
  fs.rmSync(folder, { recursive: true });
});
