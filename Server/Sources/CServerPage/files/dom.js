// Makes elements. Texts of rules, proposals and facts come from anybody: they become text nodes, and never markup.

/** Joiners where scripts and emoji need them: between pictures, and between letters of scripts that join. */
const SCRIPTS = [
  "Arab", "Syrc", "Mong", "Nkoo", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym", "Sinh", "Khmr",
];
const LETTER = `[${SCRIPTS.map((name) => `\\p{scx=${name}}`).join("")}]`;
const PICTURE = "\\p{Extended_Pictographic}";
const JOINING = `(?<=${LETTER})[\\u200c\\u200d](?=${LETTER})|(?<=${PICTURE}[\\p{Emoji_Modifier}\\ufe0f]*)\\u200d(?=${PICTURE})`;

/** Characters that nobody sees, or that turn around what stands behind them; joiners in their place are found first. */
const HIDDEN = new RegExp(`${JOINING}|([\\p{Cc}\\p{Cf}\\p{Cs}])`, "gu");

/** Hidden characters that a text may have: line ends and tabs. */
const USUAL = new Set(["\n", "\t", "\r"]);

/**
 * A text whose hidden characters are made visible.
 *
 * @param {unknown} text
 * @returns {string}
 */
export const legible = (text) =>
  String(text).replace(HIDDEN, (found, hidden) =>
    (hidden === undefined || USUAL.has(found) ? found : `\\u{${found.codePointAt(0)?.toString(16)}}`));

/** What went wrong, in words. What `fetch` throws where nobody answers differs between browsers. */
export function faultText(error) {
  if (error instanceof TypeError && /fetch|network|load/i.test(error.message)) return "The server does not answer.";
  return error instanceof Error ? error.message : String(error);
}

/** The beginning of a text, of at most so many letters as people count them. */
export function cut(text, most) {
  if (text.length <= most) return text;
  const letters = Array.from(new Intl.Segmenter().segment(text.slice(0, 16 * most)), ({ segment }) => segment);
  return letters.length <= most && text.length <= 16 * most ? text : `${letters.slice(0, most).join("")} …`;
}

/** Attributes that are shown or read out. */
const SHOWN = new Set(["title", "aria-label", "placeholder"]);

/** @typedef {any} Child What an element holds: a node, a text, or a list of these; nothing is left out. */

/**
 * An element. Attributes that begin with `on` are listeners, `true` is an attribute without a value, `false` and `undefined` are
 * left out. A button sends no form where it does not say so.
 *
 * @param {string} name With its classes: `p.reason.large`.
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {any}
 */
export function el(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  element.classList.add(...classes);
  if (tag === "button") element.setAttribute("type", tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : SHOWN.has(key) ? legible(value) : value);
  }
  append(element, children);
  return element;
}

/** An element without attributes. */
export const put = (name, ...children) => el(name, {}, children);

/**
 * Appends children.
 *
 * @param {Element | DocumentFragment} element
 * @param {Child} child
 */
function append(element, child) {
  if (child === null || child === undefined || child === false) return;
  if (Array.isArray(child)) for (const each of child) append(element, each);
  else element.append(child instanceof Node ? child : legible(child));
}

/** An address, whose parts may be any texts. */
export const at = ({ raw }, ...parts) => String.raw({ raw }, ...parts.map(encodeURIComponent));

/**
 * Puts children in the place of those that an element has.
 *
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** Says in a place what went wrong, in the place of what stands there. */
export const alarm = (place, error) => fill(place, el("p.fault", { role: "alert" }, faultText(error)));

/**
 * Keeps a list of elements in step with values. An element stays where its value is as before, so that neither focus nor place
 * are lost, and a long list costs what changes.
 *
 * @template T
 * @param {Element} parent
 * @param {T[]} values
 * @param {(value: T) => string} keyOf
 * @param {(value: T) => string} stampOf Differs where the element has to be made anew.
 * @param {(value: T) => Element} make
 */
export function keepList(parent, values, keyOf, stampOf, make) {
  /** @type {Map<string, any>} */
  const known = new Map();
  for (const child of parent.children) known.set(child.itemKey, child);
  let next = parent.firstElementChild;
  for (const value of values) {
    const [key, stamp] = [keyOf(value), stampOf(value)];
    let element = known.get(key);
    known.delete(key);
    if (element?.itemStamp !== stamp) {
      const made = (make(value));
      [made.itemKey, made.itemStamp] = [key, stamp];
      if (element !== undefined) {
        const hadFocus = element.contains(document.activeElement);
        if (next === element) next = made;
        element.replaceWith(made);
        if (hadFocus) made.querySelector("a, button")?.focus();
      }
      element = made;
    }
    if (element === next) next = next.nextElementSibling;
    else parent.insertBefore(element, next);
  }
  for (const gone of known.values()) gone.remove();
}

/**
 * Whether an element has to be drawn anew: it was not drawn for this key before.
 *
 * @param {any} element
 * @param {string} key
 */
export function keyed(element, key) {
  if (element.drawnKey === key) return false;
  element.drawnKey = key;
  return true;
}

/**
 * Does something once at a time. A button that is disabled would lose the focus, so it only says so.
 *
 * @param {Element} button
 * @param {() => Promise<void>} work
 */
export async function once(button, work) {
  if (button.ariaDisabled === "true") return;
  button.ariaDisabled = "true";
  try {
    await work();
  } finally {
    button.ariaDisabled = null;
  }
}

/**
 * A fold whose content is made when it is opened first, or printed.
 *
 * @param {string} name As of `el`, which begins with `details`.
 * @param {Record<string, any>} attributes
 * @param {Child} title
 * @param {() => Child} make
 */
export function fold(name, attributes, title, make) {
  const place = el("div");
  const node = el(name, { ...attributes, ontoggle: () => node.open && node.fillIn() }, put("summary", title), place);
  let isEmpty = true;
  node.fillIn = () => {
    if (isEmpty) append(place, make());
    isEmpty = false;
  };
  if (node.open) node.fillIn();
  return node;
}

/** Says something to who listens to the page rather than sees it, and shows it for a while. */
export function tell(words) {
  const place = document.querySelector(".told");
  if (place === null) return;
  fill(place, words);
  place.classList.add("shown");
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => place.classList.remove("shown"), 6_000);
}
/** @type {ReturnType<typeof setTimeout> | undefined} */
tell.timer = undefined;
