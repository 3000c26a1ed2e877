"use strict";

// The VS Code extension against the real server, with a stub of the editor: TRUTHS=the-program node --test editors/tests/client.test.js

const assert = require("node:assert/strict");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");

const stub = require("./vscode-stub.js");
const { SOURCES, TRUTHS, TOKEN, needsServer, started, load, until, context } = require("./harness.js");

const { Client, FrameReader, frame } = require(path.join(SOURCES, "client.js"));

const PACK = `pack shop:
  version: 1.0.0
  summary: Orders of a shop

fact order.placed:
  summary: An order stands
  key: [order_id]
  fields:
    order_id: text
    amount: decimal

intent place_order:
  summary: Somebody wants it
  fields:
    order_id: text
    amount: decimal

truth ordering:
  summary: An order says how much
  when:
    - intent: place_order
  let:
    double: amount * 2
  requires:
    - order_id exists
    - amuont > 0
    - round(double, 2) < 100 else "{order_id} <b>is</b> too much"
  produces:
    - fact.order.placed
    - trace.shop.ordering
`;
const FIXED = PACK.replace("amuont", "amount");

function project() {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "truths-test-")));
  fs.mkdirSync(path.join(folder, "truths/shop"), { recursive: true });
  const file = path.join(folder, "truths/shop/shop.truths");
  fs.writeFileSync(file, FIXED);
  fs.mkdirSync(path.join(folder, ".truths"));
  fs.writeFileSync(path.join(folder, ".truths/scratch.json"), JSON.stringify({ action: "place_order", order_id: "o1", amount: 500 }));
  const proposal = path.join(folder, "order.json");
  fs.writeFileSync(proposal, JSON.stringify({ action: "place_order", order_id: "o<1>", amount: 500 }));
  return { folder, file, proposal };
}

/** The place of a piece of a text. */
function placeOf(text, piece, behind = 0) {
  const lines = text.slice(0, text.indexOf(piece)).split("\n");
  return new stub.Position(lines.length - 1, lines.at(-1).length + behind);
}

test("frames are read however they arrive", () => {
  const messages = [{ id: 1, result: "ä → 😀" }, { method: "x", params: {} }, { id: 2, result: null }];
  const bytes = Buffer.concat(messages.map(frame));
  for (const size of [1, 2, 7, 33, bytes.length]) {
    const reader = new FrameReader();
    const read = [];
    for (let at = 0; at < bytes.length; at += size) read.push(...reader.push(bytes.subarray(at, at + size)));
    assert.deepEqual(read, messages.map((one) => ({ jsonrpc: "2.0", ...one })), `pieces of ${size}`);
  }
  assert.throws(() => new FrameReader().push(Buffer.from("Content-Type: x\r\n\r\n{}")), /length/);
  assert.throws(() => new FrameReader().push(Buffer.alloc(5000, 65)), /heads/);
});

/** A server of a few lines: `body` sees each message as `m` and may `send`. */
function small(body) {
  const text = `const { FrameReader, frame } = require(${JSON.stringify(path.join(SOURCES, "client.js"))});
    const reader = new FrameReader(); const send = (m) => process.stdout.write(frame(m));
    process.stdin.on("data", (d) => { for (const m of reader.push(d)) {
      if (m.method === "initialize") send({ id: m.id, result: { capabilities: {} } });
      if (m.method === "shutdown") send({ id: m.id, result: null });
      if (m.method === "exit") process.exit(0);
      ${body} } });`;
  return { command: process.execPath, args: ["-e", text], parameters: () => ({}) };
}

test("a request that is cancelled is answered at once, and the server is told", async () => {
  const notes = [];
  let ready;
  const client = new Client({
    ...small(`if (m.method === "$/cancelRequest") send({ method: "told", params: m.params });`),
    onReady: () => ready(), onNotification: (method, params) => notes.push({ method, params }),
  });
  await new Promise((resolve) => { ready = resolve; client.start(); });
  let cancel;
  let disposed = 0;
  const token = { isCancellationRequested: false, onCancellationRequested: (act) => { cancel = act; return { dispose: () => disposed++ }; } };
  const answer = client.request("slow", {}, token);
  cancel();
  assert.equal(await answer, null);
  assert.equal(disposed, 1);
  await until(() => notes.length > 0, "the note");
  assert.equal(notes[0].method, "told");
  assert.equal(client.pending.size, 0);
  await Promise.all([client.stop(), client.stop()]);
  assert.equal(client.state, "stopped");
});

test("requests of the server are answered", async () => {
  const notes = [];
  const client = new Client({
    ...small(`if (m.method === "initialized") { send({ id: "a", method: "known" }); send({ id: "b", method: "strange" }); }
              if (m.id === "a" || m.id === "b") send({ method: "got", params: m });`),
    onRequest: async (method) => (method === "known" ? null : undefined), onNotification: (method, params) => notes.push(params),
  });
  client.start();
  await until(() => notes.length === 2, "both answers");
  assert.equal(notes.find((one) => one.id === "a").result, null);
  assert.equal(notes.find((one) => one.id === "b").error.code, -32601);
  await client.stop();
});

test("a server that keeps dying is left alone after a while, and one that is not there at once", async () => {
  const before = started.length;
  const { Client: Fresh } = require(path.join(SOURCES, "client.js"));
  const failure = (options) => new Promise((resolve) => new Fresh({ parameters: () => ({}), delay: 1, onFailure: resolve, ...options }).start());
  assert.match(await failure({ command: process.execPath, args: ["-e", "process.exit(3)"] }), /status 3/);
  assert.equal(started.length - before, 5);
  assert.match(await failure({ command: "/nowhere/truths" }), /ENOENT/);
  assert.equal(started.length - before, 6);
});

test("pages of the panel say who is asked and what is to be changed", () => {
  const html = require(path.join(SOURCES, "html.js"));
  const change = (one) => ({ changes: [one], decision: "accepted" });
  const state = {
    proposal: "a.json",
    decision: { decision: "halted", reason: "<late>", run: { status: "waiting" }, violations: [{ kind: "acceptance", reason: "a & b", values: { x: null } }] },
    whyNot: {
      ways: [
        change({ approval: { role: "manager", by: "ann" } }), change({ consent: {} }), change({ fact: { type: "a.b", key: "<k>" }, add: true }),
        change({ field: "lines[2].price", from: "5", to: null }),
      ],
    },
  };
  const text = html.decisionPage(state, "n0").replace(/<[^>]*>/g, "");
  for (const part of ["Waiting", "&lt;late&gt;", "a &amp; b", "the approval of ann with the role manager", "the consent of somebody", "a.b: {&quot;key",
    "lines[2].price: nothing instead of 5"]) assert.ok(text.includes(part), `${part}: ${text}`);
  assert.match(html.decisionPage({ ...state, whyNot: { ways: [], unmendable: ["it <is> so"] } }, "n0"), /No way[^]*it &lt;is&gt; so/);
  assert.match(html.failurePage({ proposal: "a", text: "<script>" }, "n0"), /&lt;script&gt;/);
});

test("nothing runs before the workspace is trusted", needsServer, async () => {
  const { folder } = project();
  const editor = stub.make(folder, { "truths.path": TRUTHS }, false);
  const before = started.length;
  const extension = load(editor);
  extension.activate(context());
  assert.equal(started.length, before);
  assert.deepEqual(Object.keys(editor.commands), []);
  await extension.deactivate();
  editor.events.onDidGrantWorkspaceTrust.fire();
  await until(() => editor.providers.registerHoverProvider, "the server");
  assert.equal(started.length, before + 1);
  await extension.deactivate();
  fs.rmSync(folder, { recursive: true });
});

test("a program that is not there is told, with what to do", async () => {
  const { folder } = project();
  const editor = stub.make(folder, { "truths.path": "/nowhere/truths" });
  const extension = load(editor);
  extension.activate(context());
  const message = await until(() => editor.shown[0], "the message");
  assert.match(message, /`\/nowhere\/truths lsp` does not run: .*truths\.path/);
  await extension.deactivate();
  fs.rmSync(folder, { recursive: true });
});

test("a session with the server", needsServer, async (t) => {
  const { folder, file, proposal } = project();
  const editor = stub.make(folder, { "truths.path": TRUTHS, "truths.decide.proposal": "order.json" });
  const extension = load(editor);
  const { vscode, events, providers, published } = editor;
  extension.activate(context());
  const pack = stub.document(file, PACK, "truths");
  vscode.workspace.textDocuments.push(pack);
  const findings = () => (published.get(file) || []).length > 0 && published.get(file);
  const first = await until(findings, "a finding");
  const provider = (name) => providers[`register${name}Provider`];

  await t.test("findings", () => {
    assert.equal(first[0].code, "T1001");
    assert.equal(first[0].severity, 0);
    assert.equal(first[0].range.start.line, placeOf(PACK, "amuont").line);
    assert.equal(editor.watchers.length > 0, true);
  });

  await t.test("an action mends it", async () => {
    const { range } = first[0];
    const actions = await provider("CodeActions").provideCodeActions(pack, range, { diagnostics: first }, TOKEN);
    const fix = actions.find((one) => one.edit && one.edit.edits.some((edit) => edit.text === "amount"));
    assert.ok(fix, JSON.stringify(actions.map((one) => one.title)));
    assert.equal(fix.kind.value, "quickfix");
    const [edit] = fix.edit.edits;
    pack.text = FIXED;
    pack.getText = () => FIXED;
    pack.version = 2;
    events.onDidChangeTextDocument.fire({ document: pack, contentChanges: [{ range: edit.range, text: edit.text }] });
    await until(() => !findings(), "the end of the finding");
  });

  await t.test("hover, definition, references, highlights", async () => {
    const at = placeOf(FIXED, "amount > 0", 2);
    assert.match((await provider("Hover").provideHover(pack, at, TOKEN)).contents.value, /amount/);
    const [target] = await provider("Definition").provideDefinition(pack, at, TOKEN);
    assert.equal(target.uri.fsPath, file);
    assert.equal(target.range.start.line, placeOf(FIXED, "    amount: decimal\n\ntruth").line);
    const uses = await provider("Reference").provideReferences(pack, at, { includeDeclaration: true }, TOKEN);
    assert.ok(uses.length >= 3);
    assert.ok((await provider("DocumentHighlight").provideDocumentHighlights(pack, at, TOKEN)).length >= 3);
  });

  await t.test("completion and its documentation", async () => {
    const at = placeOf(FIXED, "amount > 0", 3);
    const { items } = await provider("CompletionItem").provideCompletionItems(pack, at, TOKEN, { triggerKind: 0 });
    const item = items.find((one) => one.label === "amount");
    assert.equal(item.insertText, "amount");
    const word = items.find((one) => one.label === "round") || item;
    const resolved = await provider("CompletionItem").resolveCompletionItem(word, TOKEN);
    assert.ok(resolved.documentation.value.length > 0);
    const root = { ...stub.document(file, FIXED, "truths") };
    const last = new stub.Position(FIXED.split("\n").length - 1, 0);
    const top = await provider("CompletionItem").provideCompletionItems(root, last, TOKEN, { triggerKind: 0 });
    assert.ok(top.items.some((one) => one.insertText && typeof one.insertText === "object" && one.insertText.value.includes("${1:")));
  });

  await t.test("signatures, renaming, symbols, hierarchy", async () => {
    const help = await provider("SignatureHelp").provideSignatureHelp(pack, placeOf(FIXED, "round(", 6), TOKEN);
    assert.match(help.signatures[0].label, /^round\(/);
    const at = placeOf(FIXED, "double: amount", 1);
    const prepared = await provider("Rename").prepareRename(pack, at, TOKEN);
    assert.equal(prepared.placeholder, "double");
    const renamed = await provider("Rename").provideRenameEdits(pack, at, "twice", TOKEN);
    assert.equal(renamed.edits.length, 2);
    await assert.rejects(provider("Rename").provideRenameEdits(pack, at, "amount", TOKEN), /\S/);
    const symbols = await provider("DocumentSymbol").provideDocumentSymbols(pack, TOKEN);
    assert.deepEqual(symbols.map((one) => one.name), ["pack shop", "fact order.placed", "intent place_order", "truth ordering"]);
    assert.ok((await provider("WorkspaceSymbol").provideWorkspaceSymbols("ordering", TOKEN)).length >= 1);
    const [item] = await provider("CallHierarchy").prepareCallHierarchy(pack, placeOf(FIXED, "ordering:", 2), TOKEN);
    const made = await provider("CallHierarchy").provideCallHierarchyOutgoingCalls(item, TOKEN);
    assert.deepEqual(made.map((one) => one.to.name), ["order.placed"]);
    assert.equal((await provider("CallHierarchy").provideCallHierarchyIncomingCalls(item, TOKEN)).length, 1);
  });

  await t.test("formatting, tokens, hints, folding, selection, lenses, links", async () => {
    assert.deepEqual(await provider("DocumentFormattingEdit").provideDocumentFormattingEdits(pack, { tabSize: 2, insertSpaces: true }, TOKEN), []);
    const whole = new stub.Range(new stub.Position(0, 0), new stub.Position(40, 0));
    const tokens = await provider("DocumentSemanticTokens").provideDocumentSemanticTokens(pack, TOKEN);
    assert.ok(tokens.data.length > 100 && tokens.data.length % 5 === 0);
    const delta = await provider("DocumentSemanticTokens").provideDocumentSemanticTokensEdits(pack, tokens.resultId, TOKEN);
    assert.deepEqual(delta.edits, []);
    assert.ok((await provider("DocumentRangeSemanticTokens").provideDocumentRangeSemanticTokens(pack, whole, TOKEN)).data.length > 100);
    const hints = await provider("InlayHints").provideInlayHints(pack, whole, TOKEN);
    assert.ok(hints.some((one) => one.label === ": decimal"));
    assert.ok((await provider("FoldingRange").provideFoldingRanges(pack, {}, TOKEN)).length >= 4);
    const [selection] = await provider("SelectionRange").provideSelectionRanges(pack, [placeOf(FIXED, "double, 2")], TOKEN);
    assert.ok(selection.parent.parent);
    const lenses = await provider("CodeLens").provideCodeLenses(pack, TOKEN);
    assert.ok(lenses.some((one) => one.command.title.startsWith("no fixture")), JSON.stringify(lenses));
    assert.deepEqual(await provider("DocumentLink").provideDocumentLinks(pack, TOKEN), []);
    assert.ok(editor.commands["truths.runFixtures"]);
  });

  await t.test("decisions stand beside the clauses, and the editor is told when to ask again", async () => {
    const asked = [];
    provider("InlayHints").onDidChangeInlayHints(() => asked.push("hints"));
    provider("CodeLens").onDidChangeCodeLenses(() => asked.push("lenses"));
    const decided = FIXED.replace("amount > 0", "amount > 900");
    const at = placeOf(FIXED, "amount > 0");
    pack.getText = () => decided;
    pack.version = 3;
    events.onDidChangeTextDocument.fire({
      document: pack, contentChanges: [{ range: new stub.Range(at, placeOf(FIXED, "amount > 0", 10)), text: "amount > 900" }],
    });
    await until(() => asked.includes("hints") && asked.includes("lenses"), "a refresh");
    const whole = new stub.Range(new stub.Position(0, 0), new stub.Position(40, 0));
    const hints = await provider("InlayHints").provideInlayHints(pack, whole, TOKEN);
    assert.ok(hints.some((one) => one.label === "✗ amount 500" && one.position.line === at.line), JSON.stringify(hints));
    const lenses = await provider("CodeLens").provideCodeLenses(pack, TOKEN);
    assert.ok(lenses.some((one) => one.command.title.startsWith("beside it: .truths/scratch.json, Rejected")), JSON.stringify(lenses));
  });

  await t.test("a server that is killed is started again, with the documents as they stand", async () => {
    const child = started.at(-1);
    const count = started.length;
    pack.getText = () => PACK;
    pack.version = 4;
    child.kill("SIGKILL");
    await until(() => !providers.registerHoverProvider, "the end of the server");
    await until(findings, "the finding of the new server");
    assert.equal(started.length, count + 1);
    assert.ok(providers.registerHoverProvider);
  });

  await t.test("asked twice, it is restarted once", async () => {
    const count = started.length;
    await Promise.all([editor.commands["truths.restart"](), editor.commands["truths.restart"]()]);
    await until(findings, "the finding of the new server");
    assert.equal(started.length, count + 1);
  });

  await t.test("the panel decides, and says why not", async () => {
    fs.writeFileSync(file, FIXED);
    await editor.commands["truths.decide"]();
    const panel = editor.panels.find((one) => one.type === "truths.decide");
    const html = panel.webview.html;
    assert.match(html, /<h1 class="rejected">Rejected<\/h1>/);
    assert.match(html, /o&lt;1&gt; &lt;b&gt;is&lt;\/b&gt; too much/);
    assert.match(html, /It would be accepted with/);
    assert.match(html, /<code>amount<\/code>/);
    assert.doesNotMatch(html, /<b>|o<1>/);
    assert.match(html, /default-src 'none'; style-src 'nonce-([\w-]+)'; script-src 'nonce-\1'/);
    assert.deepEqual(panel.options.localResourceRoots, []);
    const source = /data-act="source" data-target="([^"]+)"/.exec(html)[1];
    editor.events["message truths.decide"].fire({ act: "source", target: "../../etc/passwd:1:1" });
    editor.events["message truths.decide"].fire({ act: "source", target: source });
    await until(() => editor.shown.some((one) => one.startsWith(`${file} `)), "the source");
    assert.ok(!editor.shown.some((one) => one.includes("passwd")));
    // A proposal that is mended and saved is decided again.
    fs.writeFileSync(proposal, JSON.stringify({ action: "place_order", order_id: "o1", amount: 5 }));
    events.onDidSaveTextDocument.fire({ uri: vscode.Uri.file(proposal) });
    await until(() => panel.webview.html.includes('<h1 class="accepted">'), "the decision");
    fs.writeFileSync(file, PACK);
    events.onDidSaveTextDocument.fire({ uri: vscode.Uri.file(file) });
    await until(() => /Not decided[^]*T1001/.test(panel.webview.html), "the fault of the set");
    fs.writeFileSync(file, FIXED);
  });

  await t.test("the handbook", async () => {
    vscode.window.activeTextEditor = { document: pack };
    await editor.commands["truths.openHandbook"]();
    const panel = editor.panels.find((one) => one.type === "truths.handbook");
    assert.match(panel.webview.html, /^<!DOCTYPE html>[^]*Content-Security-Policy[^]*An order says how much/);
  });

  const child = started.at(-1);
  await extension.deactivate();
  assert.ok(child.exitCode === 0, `it ended with ${child.exitCode} ${child.signalCode}`);
  fs.rmSync(folder, { recursive: true });
});
