/** @typedef {import("./types.js").ConnectionState} ConnectionState */
/** @typedef {import("./types.js").Indicator} Indicator */
/** @typedef {import("./types.js").TransportKind} TransportKind */

/**
 * Transports by their names, and what people call them too (sessions §9).
 *
 * @type {Map<string, TransportKind>}
 */
const NAMES = new Map([
  ["websocket", "websocket"],
  ["sse", "sse"], ["sse+rest", "sse"], ["sse + rest", "sse"],
  ["rest", "rest"], ["polling", "rest"], ["rest+polling", "rest"], ["rest + polling", "rest"],
  ["stdio", "stdio"],
]);

/**
 * A transport by its name.
 *
 * @param {string} name
 * @returns {TransportKind | undefined}
 */
export const transportNamed = (name) => NAMES.get(name);

/**
 * Whether a transport is a live stream in both directions; the others are the degraded mode.
 *
 * @param {TransportKind} kind
 */
export const isStreaming = (kind) => kind === "websocket" || kind === "stdio";

/**
 * Whether events are pushed over a transport; where not, the client polls.
 *
 * @param {TransportKind} kind
 */
export const isPushed = (kind) => kind !== "rest";

/**
 * What a client tries, in order, when it prefers a transport (contract §13.7, web). Nothing else leads to a process whose
 * standard input it has.
 *
 * @param {TransportKind} kind
 * @returns {TransportKind[]}
 */
export function fallbacks(kind) {
  if (kind === "stdio") return ["stdio"];
  /** @type {TransportKind[]} */
  const order = ["websocket", "sse", "rest"];
  return order.slice(order.indexOf(kind));
}

/**
 * What people see of a connection state (contract §1.5).
 *
 * @param {ConnectionState} state
 * @returns {Indicator}
 */
export function indicator(state) {
  switch (state) {
    case "streaming":
      return { color: "green" };
    case "reconnecting":
      return { color: "yellow" };
    case "degraded":
      return { color: "orange", label: "Limited mode" };
    case "offline":
      return { color: "red", label: "Offline" };
  }
}
