/**
 * Reads a message: an object with one member, its name. `problem` may have `retry_after` beside it, in seconds.
 *
 * @param {unknown} value
 * @returns {ServerMessage | undefined} `undefined` where it is none. What it should have told is missed, and asked for again.
 */
export function readMessage(value: unknown): ServerMessage | undefined;
export function isAnswer(body: JSONObject): body is import("./types.js").Answer;
export type JSONObject = import("./types.js").JSONObject;
export type StreamEvent = import("./types.js").StreamEvent;
export type Checkpoint = import("./types.js").Checkpoint;
export type Answer = import("./types.js").Answer;
export type Problem = import("./types.js").Problem;
/**
 * A message of the server, read (sessions §1).
 */
export type ServerMessage = {
    kind: "capabilities";
    capabilities: JSONObject;
} | {
    kind: "events";
    events: StreamEvent[];
} | {
    kind: "delta";
    resumedAt: number;
    current: number;
    events: StreamEvent[];
    checkpoint?: Checkpoint;
} | {
    kind: "snapshot";
    resumedAt: number;
    current: number;
    streamID?: string;
    state: ContextView;
    events: StreamEvent[];
    checkpoint?: Checkpoint;
} | {
    kind: "answer";
    answer: Answer;
} | {
    kind: "checkpoint";
    checkpoint: Checkpoint;
} | {
    kind: "problem";
    problem: Problem;
    retryAfter?: number;
};
import { ContextView } from "./context.js";
