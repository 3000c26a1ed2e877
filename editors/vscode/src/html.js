"use strict";

// Pages of the "Decide" panel. Everything that comes from files or programs is escaped.

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escape(text) {
  return String(text).replace(/[&<>"']/g, (one) => ESCAPES[one]);
}

const STYLE = `
body { font-family: var(--vscode-font-family); color: var(--vscode-foreground); padding: 0 1rem 2rem; line-height: 1.5; }
h1 { font-size: 1.3rem; margin: 1rem 0 .2rem; }
h2 { font-size: 1rem; margin: 1.4rem 0 .4rem; }
h1.accepted { color: var(--vscode-testing-iconPassed); }
h1.rejected, h1.halted, h1.failed { color: var(--vscode-errorForeground); }
h1.waiting { color: var(--vscode-editorWarning-foreground); }
code, pre, .value { font-family: var(--vscode-editor-font-family); font-size: .95em; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--vscode-textCodeBlock-background); padding: .6rem; }
.soft { color: var(--vscode-descriptionForeground); }
ol, ul { padding-left: 1.4rem; }
li { margin: .3rem 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; margin: .2rem 0; }
td { padding: 0 .8rem 0 0; vertical-align: top; overflow-wrap: anywhere; }
button { font: inherit; color: var(--vscode-textLink-foreground); background: none; border: none; padding: 0; }
button { cursor: pointer; text-align: left; }
button:hover, button:focus-visible { text-decoration: underline; }
nav { display: flex; gap: 1rem; flex-wrap: wrap; margin-top: .6rem; }
`;

const SCRIPT = `
const vscode = acquireVsCodeApi();
for (const one of document.querySelectorAll("button")) {
  one.addEventListener("click", () => vscode.postMessage({ act: one.dataset.act, target: one.dataset.target }));
}
`;

/** A page that loads nothing and runs the script above alone. */
function page(body, nonce) {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'"/>
<title>Decide</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
${body}
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>`;
}

function button(act, text, target = "") {
  return `<button data-act="${escape(act)}" data-target="${escape(target)}">${escape(text)}</button>`;
}

/** Values as JSON, texts without their quotes. */
const value = (one) => (typeof one === "string" ? one : one === null || one === undefined ? "nothing" : JSON.stringify(one));

function header(state) {
  const context = state.context ? `, on <code>${escape(state.context)}</code>` : "";
  const buttons = [button("decide", "Decide again"), button("choose", "Choose another proposal"), button("proposal", "Open the proposal")];
  return `<nav>${buttons.join("")}</nav>
<p class="soft"><code>${escape(state.proposal)}</code>${context}; what is saved counts.</p>`;
}

function violation(one) {
  const values = Object.entries(one.values || {});
  const row = ([name, what]) => `<tr><td><code>${escape(name)}</code></td><td class="value">${escape(value(what))}</td></tr>`;
  const rows = values.map(row);
  const source = one.source ? ` ${button("source", one.source, one.source)}` : "";
  return `<li>${escape(one.reason)}<br/><span class="soft">${escape(one.kind)}, ${escape(one.truth_id)}</span>${source}${
    rows.length > 0 ? `<table>${rows.join("")}</table>` : ""
  }</li>`;
}

function change(one) {
  if (one.fact) {
    const { type, ...fields } = one.fact;
    return `a fact from outside, <code>${escape(type)}</code>: <code>${escape(JSON.stringify(fields))}</code>`;
  }
  for (const kind of ["approval", "consent"]) {
    if (!one[kind]) continue;
    const { by, role } = one[kind];
    const named = by ? `of ${by}` : "of somebody";
    const who = role ? `${named} with the role ${role}` : named;
    return escape(`the ${kind} ${who}`);
  }
  const from = `<span class="soft">instead of ${escape(value(one.from))}</span>`;
  return `<code>${escape(one.field)}</code>: <code>${escape(value(one.to))}</code> ${from}`;
}

function ways(answer) {
  if (!answer) return "";
  const list = (answer.ways || []).map((way) => `<li>${way.changes.map(change).join("<br/>")}</li>`);
  const rest = (answer.unmendable || []).map((reason) => `<li>${escape(reason)}</li>`);
  const found = list.length > 0 ? `<h2>It would be accepted with</h2><ol>${list.join("")}</ol>` : "<h2>No way to be accepted was found</h2>";
  return found + (rest.length > 0 ? `<p>No single change mends</p><ul>${rest.join("")}</ul>` : "");
}

/**
 * A decision with its reasons and ways.
 *
 * @param state `{ proposal, context, decision, whyNot }`: what `run` and `why-not` print, the latter only where it was asked.
 */
function decisionPage(state, nonce) {
  const { decision } = state;
  // A run that waits is halted with the status `waiting`.
  const outcome = decision.run && decision.run.status === "waiting" ? "waiting" : decision.decision;
  const title = String(outcome).charAt(0).toUpperCase() + String(outcome).slice(1);
  const reasons = (decision.violations || []).map(violation);
  const facts = (decision.facts || []).map((fact) => `<li><code>${escape(JSON.stringify(fact))}</code></li>`);
  return page(
    `<h1 class="${escape(outcome)}">${escape(title)}</h1><p>${escape(decision.reason || "")}</p>
<p class="soft">${escape(decision.truth_id || "")}</p>
${reasons.length > 0 ? `<h2>Reasons</h2><ul>${reasons.join("")}</ul>` : ""}
${ways(state.whyNot)}
${facts.length > 0 ? `<h2>Facts</h2><ul>${facts.join("")}</ul>` : ""}
${header(state)}`,
    nonce,
  );
}

/** What could not be decided, in the words of the command. */
function failurePage(state, nonce) {
  return page(`<h1 class="failed">Not decided</h1><pre>${escape(state.text)}</pre>${header(state)}`, nonce);
}

module.exports = { decisionPage, failurePage, escape };
