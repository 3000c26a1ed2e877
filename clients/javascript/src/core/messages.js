import { ContextView } from "./context.js";
import { inner, integer, isObject, isShallow, member, text } from "./json.js";

/** @typedef {import("./types.js").JSONObject} JSONObject */
/** @typedef {import("./types.js").StreamEvent} StreamEvent */
/** @typedef {import("./types.js").Checkpoint} Checkpoint */
/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Problem} Problem */

/**
 * A message of the server, read (sessions §1).
 *
 * @typedef {{ kind: "capabilities", capabilities: JSONObject }
 *   | { kind: "events", events: StreamEvent[] }
 *   | { kind: "delta", resumedAt: number, current: number, events: StreamEvent[], checkpoint?: Checkpoint }
 *   | { kind: "snapshot", resumedAt: number, current: number, streamID?: string, state: ContextView, events: StreamEvent[],
 *       checkpoint?: Checkpoint }
 *   | { kind: "answer", answer: Answer }
 *   | { kind: "checkpoint", checkpoint: Checkpoint }
 *   | { kind: "problem", problem: Problem, retryAfter?: number }} ServerMessage
 */

/** Members of an event that are texts. */
const TEXTS = ["job_id", "stream_id", "correlation_id", "trace_id", "timestamp"];

const EVENT_TYPES = ["fact", "proposal", "trace", "decision", "status"];

/**
 * Reads a message: an object with one member, its name. `problem` may have `retry_after` beside it, in seconds.
 *
 * @param {unknown} value
 * @returns {ServerMessage | undefined} `undefined` where it is none. What it should have told is missed, and asked for again.
 */
export function readMessage(value) {
  if (!isObject(value) || !isShallow(value)) return undefined;
  const [name] = Object.keys(value);
  const body = name === undefined ? undefined : value[name];
  if (name === "range" || name === "event") {
    const events = readEvents(name === "range" ? body : [body]);
    return events && { kind: "events", events };
  }
  if (!isObject(body)) return undefined;
  switch (name) {
    case "capabilities":
      return { kind: "capabilities", capabilities: body };
    case "delta":
      return readDelta(body);
    case "snapshot":
      return readSnapshot(body);
    case "answer":
      return isAnswer(body) ? { kind: "answer", answer: body } : undefined;
    case "checkpoint": {
      const checkpoint = readCheckpoint(body);
      return checkpoint && { kind: "checkpoint", checkpoint };
    }
    case "problem":
      return readProblem(body, integer(value, "retry_after"));
    default:
      return undefined;
  }
}

/**
 * Whether a body is an answer. A problem document about a decision has an answer's members too.
 *
 * @param {JSONObject} body
 * @returns {body is Answer}
 */
export const isAnswer = (body) =>
  text(body, "to") !== undefined && text(body, "reason") !== undefined && integer(body, "current_seq") !== undefined;

/**
 * @param {JSONObject} body
 * @param {number | undefined} retryAfter
 * @returns {ServerMessage}
 */
function readProblem(body, retryAfter) {
  const known = { status: integer(body, "status") ?? 500, code: text(body, "code") ?? "unknown" };
  const problem = /** @type {Problem} */ ({ ...body, ...known });
  return { kind: "problem", problem, ...(retryAfter === undefined ? {} : { retryAfter }) };
}

/**
 * @param {JSONObject} body
 * @returns {ServerMessage | undefined}
 */
function readDelta(body) {
  const [resumedAt, current, events] = [integer(body, "resumed_at_seq"), integer(body, "current_seq"), readEvents(body.events)];
  if (resumedAt === undefined || current === undefined || events === undefined) return undefined;
  return { kind: "delta", resumedAt, current, events, ...checkpointOf(body) };
}

/**
 * @param {JSONObject} body
 * @returns {ServerMessage | undefined}
 */
function readSnapshot(body) {
  const [resumedAt, current, events] = [integer(body, "resumed_at_seq"), integer(body, "current_seq"), readEvents(body.events)];
  const state = ContextView.read(body.snapshot);
  if (resumedAt === undefined || current === undefined || events === undefined || state === undefined) return undefined;
  return { kind: "snapshot", resumedAt, current, streamID: text(body, "stream_id"), state, events, ...checkpointOf(body) };
}

/**
 * @param {JSONObject} body
 * @returns {{ checkpoint?: Checkpoint }}
 */
function checkpointOf(body) {
  const given = inner(body, "checkpoint");
  const checkpoint = given && readCheckpoint(given);
  return checkpoint ? { checkpoint } : {};
}

/**
 * @param {JSONObject} body
 * @returns {Checkpoint | undefined}
 */
function readCheckpoint(body) {
  const [seq, previous] = [integer(body, "seq"), integer(body, "prev_seq")];
  if (seq === undefined || seq < 0) return undefined;
  return { seq, ...(previous === undefined ? {} : { prev_seq: previous }) };
}

/**
 * @param {unknown} given
 * @returns {StreamEvent[] | undefined} `undefined` where one of them is none.
 */
function readEvents(given) {
  return Array.isArray(given) && given.every(isEvent) ? given : undefined;
}

/**
 * @param {unknown} given
 * @returns {given is StreamEvent}
 */
function isEvent(given) {
  if (!isObject(given) || !isObject(given.payload)) return false;
  const areTexts = TEXTS.every((name) => text(given, name) !== undefined);
  const [seq, version, previous] = [integer(given, "seq"), integer(given, "context_version"), member(given, "prev_seq")];
  const hasPrevious = previous == null || Number.isSafeInteger(previous);
  const areNumbers = seq !== undefined && seq > 0 && version !== undefined && hasPrevious;
  return areTexts && areNumbers && EVENT_TYPES.includes(given.event_type);
}
