// Inputs for the types of the rules (types §1): each gives its value as JSON, or `undefined` where nothing was given.

import { el, fill, put } from "./dom.js";
import { plainName } from "./words.js";

/**
 * @typedef {object} Editor
 * @property {Element} node
 * @property {any} control What is marked where the value is at fault: the input, or the group of several.
 * @property {() => any} value
 * @property {(value: any) => void} set
 * @property {() => string | undefined} [fault] What is wrong with what was typed, where it is no value at all.
 * @property {(step: string) => Row | undefined} [inner] The row of a field, or of an item.
 * @property {() => Row[]} [rows]
 * @property {(name: string) => void} [rename]
 */
/** @typedef {{ editor: Editor, place: Element, node: Element }} Row `place` is where reasons about it stand. */
/**
 * @typedef {{ name: string, unit?: string, required?: boolean, default?: any, depth: number, within?: string[] }} About
 *   `within` names the records around it.
 */

let number = 0;

/** Hints for texts that have a form of their own. */
const HINTS = { duration: "PT2H30M", period: "P1Y2M" };

/** The last day that a date may be. */
const LAST = "9999-12-31";

/** A number whose thousands have commas between them. */
const GROUPED = /^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;

/** How many digits of a number JavaScript holds. */
const DIGITS = 15;

/**
 * The inputs of several fields.
 *
 * @param {any[]} fields As the vocabulary has them.
 * @param {any} vocabulary
 * @param {number} [depth] Records within records.
 * @param {string[]} [within] Their types.
 * @returns {Editor & { rows: () => Row[] }}
 */
export function editorsOf(fields, vocabulary, depth = 0, within = []) {
  /** @type {Map<string, Row>} */
  const rows = new Map(fields.map((field) => {
    const { name, required, default: initial } = field;
    const about = { name: plainName(name), unit: field.unit_field ?? field.type.unit, required, default: initial, depth, within };
    return [name, rowOf(editorOf(field.type, vocabulary, about), "div.field")];
  }));
  const node = put("div.fields", [...rows.values()].map((row) => row.node));
  return {
    node, control: node, rows: () => [...rows.values()], inner: (step) => rows.get(step),
    value: () => {
      const given = [...rows].map(([name, { editor }]) => [name, editor.value()]).filter(([, value]) => value !== undefined);
      return given.length === 0 && depth > 0 ? undefined : Object.fromEntries(given);
    },
    set: (values) => {
      for (const [name, { editor }] of rows) if (Object.hasOwn(values ?? {}, name)) editor.set(values[name]);
    },
  };
}

/** An editor with the place of reasons about it. */
function rowOf(editor, name, ...more) {
  const place = el("p.beside", { id: `beside-${number++}`, dir: "auto" });
  editor.control.setAttribute("aria-describedby", place.id);
  return { editor, place, node: el(name, {}, editor.node, place, more) };
}

/** All rows of an editor, those of records and lists within it too. */
export const allRows = (editor) => (editor.rows?.() ?? []).flatMap((row) => [row, ...allRows(row.editor)]);

/**
 * The row that a path of a reason leads to, or the last one on the way: `lines[0].qty`, `codes["a"]`.
 *
 * @param {Editor} editor
 * @param {string} path
 * @returns {Row | undefined}
 */
export function rowAt(editor, path) {
  /** @type {Row | undefined} */
  let row;
  for (const [, index, key, name] of path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g)) {
    const next = (row?.editor ?? editor).inner?.(index ?? key ?? name);
    if (next === undefined) break;
    row = next;
  }
  return row;
}

/**
 * Says beside what was typed what is no value at all.
 *
 * @param {Editor} editor
 * @returns {Row[]} Where there is something to mend.
 */
export function faultyRows(editor) {
  return allRows(editor).filter((row) => {
    const fault = row.editor.fault?.();
    if (fault !== undefined) mark(row, "halts", fault);
    return fault !== undefined;
  });
}

/** Puts a reason beside an input. */
export function mark(row, kind, reason) {
  row.place.append(put(`span.${kind}`, reason));
  if (kind === "halts" || kind === "needs") row.editor.control.setAttribute("aria-invalid", "true");
}

/** Takes all reasons away. */
export function unmark(editor) {
  for (const row of allRows(editor)) {
    fill(row.place);
    row.editor.control.removeAttribute("aria-invalid");
  }
}

/**
 * @param {any} type
 * @param {any} vocabulary
 * @param {About} about
 * @returns {Editor}
 */
function editorOf(type, vocabulary, about) {
  const inner = about.depth + 1;
  switch (type.kind) {
    case "record": {
      const { within = [] } = about;
      const make = () => editorsOf(vocabulary.records[type.name] ?? [], vocabulary, inner, [...within, type.name]);
      // A record may hold itself, so one within another is made when somebody adds it, unless it is needed.
      const isAdded = (about.depth > 0 && about.required === false) || within.includes(type.name);
      return group(about, isAdded ? addable(about.name, make) : make());
    }
    case "list": return listOf(about, (item) => editorOf(type.of, vocabulary, item));
    case "map": return mapOf(about, type.of, vocabulary);
    case "boolean": return choice(about, ["true", "false"], (text) => text === "true");
    case "enum": return choice(about, vocabulary.enums[type.name] ?? [], (text) => text);
    case "json":
      return plain(about, el("textarea", { rows: "3", spellcheck: "false" }), parsedJSON, (value) => JSON.stringify(value),
        faultOfJSON);
    case "integer": case "decimal":
      return plain(about, textInput(about.default, { inputmode: "decimal" }), numberIn, String, faultOfNumber, readAs);
    case "time": return plain(about, el("input", { type: "time" }), (text) => text);
    case "date": return plain(about, el("input", { type: "date", max: LAST }), (text) => text, String, faultOfDate);
    case "timestamp": return plain(about, el("input", { type: "datetime-local", step: "1", max: `${LAST}T23:59:59` }),
      momentIn, localText, faultOfDate);
    default: return plain(about, textInput(HINTS[type.kind] ?? about.default, { dir: "auto" }), (text) => text);
  }
}

const textInput = (hint, attributes) =>
  el("input", { type: "text", autocomplete: "off", placeholder: hint === undefined ? undefined : String(hint), ...attributes });

/** A moment as the input wants it: in the reader's own zone. */
function localText(value) {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? "" : new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** A moment as JSON has it; what is none stays as it is. */
function momentIn(text) {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}

const faultOfDate = (text) => (/^\d{4}-.*Z$/.test(momentIn(text)) ? undefined : "This is no date; a year has four digits.");

/** A number without the commas between its thousands; no other comma is taken away, since it may stand for the point. */
const plainDigits = (text) => (GROUPED.test(text.trim()) ? text.replaceAll(",", "") : text).trim();

/** What is read of a number that has commas. */
const readAs = (text) => GROUPED.test(text.trim()) && `${text.trim()} is read as ${plainDigits(text)}`;

/** A number that JSON can hold; what is none goes to the server as it is, which says what is wrong with it. */
const numberIn = (text) => (/^-?\d+(\.\d+)?$/.test(plainDigits(text)) ? Number(plainDigits(text)) : text);

/** JavaScript would round such a number, and another one would be proposed than was typed. */
function faultOfNumber(text) {
  const digits = plainDigits(text);
  if (/^[-.,\d]*,[-.,\d]*$/.test(digits)) return "This is no number; write 1.5 with a point, and 1,500 or 1500.";
  const count = digits.replace(/^-?0*\.?0*|\D/g, "").length;
  if (!/^-?\d+(\.\d+)?$/.test(digits) || count <= DIGITS) return undefined;
  return `A number has at most ${DIGITS} digits here; this one has ${count}.`;
}

function parsedJSON(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function faultOfJSON(text) {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return "This is no JSON. A text stands in quotation marks: \"text\".";
  }
}

/** @param {About} about */
const labelOf = ({ name, unit, required }) =>
  [name, unit && put("span.unit", ` in ${unit}`), required && put("span.needed", " (needed)")];

/**
 * @param {About} about
 * @returns {Editor}
 */
function plain(about, input, read, write = String, faultOf = (_) => undefined, remarkOf = undefined) {
  input.id = `field-${number++}`;
  if (about.required) input.setAttribute("aria-required", "true");
  const label = el("label", { for: input.id }, labelOf(about));
  const isGiven = () => input.value.trim() !== "";
  const remark = remarkOf && el("p.aside", { role: "status" });
  if (remark) input.addEventListener("input", () => fill(remark, remarkOf(input.value)));
  /** What was set, and how the input shows it: until somebody changes it, that value is meant, and not what can be read of it. */
  /** @type {any} */
  let [given, shown] = [];
  return {
    node: put("div", label, input, remark), control: input,
    value: () => (input.value === shown ? given : isGiven() ? read(input.value) : undefined),
    set: (value) => {
      input.value = value === null ? "" : write(value);
      [given, shown] = value === null || input.value !== "" ? [value, input.value] : [undefined, undefined];
    },
    fault: () => (isGiven() && input.value !== shown ? faultOf(input.value) : undefined),
    rename: (name) => fill(label, labelOf({ ...about, name })),
  };
}

/**
 * @param {About} about
 * @returns {Editor}
 */
function choice(about, values, read) {
  const input = put("select", el("option", { value: "" }, about.default === undefined ? "–" : `– (${about.default})`),
    values.map((value) => el("option", { value }, value)));
  return plain(about, input, read);
}

/**
 * @param {About} about
 * @param {Editor} inner
 * @returns {Editor}
 */
function group(about, inner) {
  const legend = put("legend", labelOf(about));
  const node = put("fieldset", legend, inner.node);
  return { ...inner, node, control: node, rename: (name) => fill(legend, labelOf({ ...about, name })) };
}

/**
 * A record that is made once somebody adds it.
 *
 * @param {string} name
 * @param {() => Editor} make
 * @returns {Editor}
 */
function addable(name, make) {
  /** @type {Editor | undefined} */
  let record;
  const place = el("div");
  const change = (next) => {
    record = next;
    fill(place, record?.node);
    fill(button, `${record ? "Remove" : "Add"} ${name}`);
  };
  const button = el("button", { onclick: () => {
    change(record ? undefined : make());
    place.querySelector("input, select, textarea, button")?.focus();
    button.dispatchEvent(new Event("input", { bubbles: true }));
  } });
  change(undefined);
  return {
    node: put("div", place, button), control: button, rows: () => record?.rows?.() ?? [],
    inner: (step) => record?.inner?.(step), value: () => record?.value(),
    set: (values) => {
      if (values === null || values === undefined) return;
      change(make());
      record?.set(values);
    },
  };
}

/**
 * A list, whose items have its name and a number.
 *
 * @param {About} about
 * @param {(item: About) => Editor} make
 * @returns {Editor}
 */
function listOf(about, make) {
  const items = el("ol.items");
  /** @type {(Row & { remove: Element })[]} */
  let rows = [];
  let { name } = about;
  const renumber = () => rows.forEach(({ editor, remove }, place) => {
    editor.rename?.(`${name} ${place + 1}`);
    fill(remove, `Remove ${name} ${place + 1}`);
  });
  const add = () => {
    const remove = el("button.quiet", {
      onclick: () => {
        rows = rows.filter((each) => each !== row);
        row.node.remove();
        renumber();
        more.focus();
        more.dispatchEvent(new Event("input", { bubbles: true }));
      },
    });
    const editor = make({ name: `${name} ${rows.length + 1}`, unit: about.unit, depth: about.depth + 1 });
    const row = { ...rowOf(editor, "li", remove), remove };
    rows.push(row);
    items.append(row.node);
    renumber();
    return editor;
  };
  const more = el("button", { onclick: () => {
    add();
    items.lastElementChild?.querySelector("input, select, textarea, button")?.focus();
  } }, `Add to ${name}`);
  const legend = put("legend", labelOf(about));
  const node = put("fieldset", legend, items, more);
  return {
    node, control: node, rows: () => rows, inner: (step) => rows[Number(step)],
    value: () => (rows.length === 0 ? undefined : rows.map(({ editor }) => editor.value() ?? null)),
    set: (values) => Array.isArray(values) && values.forEach((value) => add().set(value)),
    rename: (given) => {
      name = given;
      fill(legend, labelOf({ ...about, name }));
      fill(more, `Add to ${name}`);
      renumber();
    },
  };
}

/**
 * A map as rows of a name and a value.
 *
 * @param {About} about
 * @returns {Editor}
 */
function mapOf(about, type, vocabulary) {
  const fields = [{ name: "name", type: { kind: "text" } }, { name: "value", type }];
  const names = () => list.rows?.().map(({ editor }) => editor.value()?.name) ?? [];
  const list = listOf(about, (item) => {
    const editor = group(item, editorsOf(fields, vocabulary, item.depth));
    // A row that would be lost within the map says so.
    const fault = () => {
      const given = editor.value();
      if (given === undefined) return undefined;
      if (given.name === undefined) return "This value has no name.";
      return names().filter((name) => name === given.name).length > 1 ? `The name ${given.name} stands here twice.` : undefined;
    };
    return { ...editor, fault };
  });
  return {
    ...list,
    inner: (step) => list.rows?.().find(({ editor }) => editor.value()?.name === step),
    value: () => {
      const pairs = list.rows?.().map(({ editor }) => editor.value()).filter((each) => each?.name !== undefined) ?? [];
      return pairs.length === 0 ? undefined : Object.fromEntries(pairs.map(({ name, value }) => [name, value ?? null]));
    },
    set: (values) => list.set(Object.entries(values ?? {}).map(([name, value]) => ({ name, value }))),
  };
}
