import { ProtocolError } from "../errors.js";

/**
 * Reads server-sent events (WHATWG HTML §9.2.6) out of bytes as they come.
 *
 * @typedef {{ event: string, data: string }} ServerSentEvent
 */
export class EventStreamReader {
  #decoder = new TextDecoder("utf-8");
  #line = "";
  /** Whether the last line ended with CR: a LF behind it belongs to it. */
  #endsWithCR = false;
  #event = "";
  #data = "";
  #size = 0;

  /** @param {number} largest The most characters of one event. */
  constructor(largest) {
    this.largest = largest;
  }

  /**
   * @param {Uint8Array} bytes
   * @returns {ServerSentEvent[]} The events that are complete.
   * @throws {ProtocolError} Where one is too large.
   */
  read(bytes) {
    let text = this.#decoder.decode(bytes, { stream: true });
    if (this.#endsWithCR && text.startsWith("\n")) text = text.slice(1);
    if (text !== "") this.#endsWithCR = text.endsWith("\r");
    const lines = text.split(/\r\n|\n|\r/);
    /** @type {ServerSentEvent[]} */
    const events = [];
    this.#count(lines[0].length);
    lines[0] = this.#line + lines[0];
    this.#line = lines.pop() ?? "";
    for (const [place, line] of lines.entries()) {
      if (place > 0) this.#count(line.length);
      this.#readLine(line, events);
    }
    if (lines.length > 0) this.#count(this.#line.length);
    return events;
  }

  /** @param {number} length */
  #count(length) {
    this.#size += length;
    if (this.#size > this.largest) throw new ProtocolError(`an event has more than ${this.largest} characters`);
  }

  /**
   * @param {string} line
   * @param {ServerSentEvent[]} events
   */
  #readLine(line, events) {
    if (line === "") {
      if (this.#data !== "") events.push({ event: this.#event || "message", data: this.#data.slice(0, -1) });
      [this.#event, this.#data, this.#size] = ["", "", 0];
      return;
    }
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (name === "event") this.#event = value;
    if (name === "data") this.#data += `${value}\n`;
  }
}
