import { ProtocolError } from "../errors.js";

/** @typedef {{ opcode: number, payload: Uint8Array }} Message */

/** Opcodes of RFC 6455 §5.2. */
export const TEXT = 1;
export const BINARY = 2;
export const CLOSE = 8;
export const PING = 9;
export const PONG = 10;

/** A fault of the other end, with the code that the connection is closed with (RFC 6455 §7.4.1). */
export class FrameError extends ProtocolError {
  /**
   * @param {number} closeCode
   * @param {string} message
   */
  constructor(closeCode, message) {
    super(message);
    this.closeCode = closeCode;
  }
}

/**
 * A frame of a client, which is masked.
 *
 * @param {number} opcode
 * @param {Uint8Array} payload
 * @param {Uint8Array} mask Four bytes of chance.
 * @returns {Uint8Array}
 */
export function encodeFrame(opcode, payload, mask) {
  const size = payload.length;
  const head = size < 126 ? 2 : size < 65_536 ? 4 : 10;
  const frame = new Uint8Array(head + 4 + size);
  const view = new DataView(frame.buffer);
  frame[0] = 0x80 | opcode;
  frame[1] = 0x80 | (size < 126 ? size : size < 65_536 ? 126 : 127);
  if (head === 4) view.setUint16(2, size);
  if (head === 10) view.setBigUint64(2, BigInt(size));
  frame.set(mask, head);
  for (let place = 0; place < size; place++) frame[head + 4 + place] = payload[place] ^ mask[place & 3];
  return frame;
}

/** Reads frames of a server out of bytes as they come, and puts fragments together (RFC 6455 §5). */
export class FrameReader {
  /** @type {Uint8Array[]} */
  #chunks = [];
  #size = 0;
  /** @type {{ opcode: number, parts: Uint8Array[], size: number } | undefined} */
  #message;

  /** @param {number} largest The most bytes of one message. */
  constructor(largest) {
    this.largest = largest;
  }

  /** @param {Uint8Array} bytes */
  add(bytes) {
    this.#chunks.push(bytes);
    this.#size += bytes.length;
  }

  /**
   * The next message or control frame, where it is complete.
   *
   * @returns {Message | undefined}
   * @throws {FrameError}
   */
  next() {
    for (;;) {
      const frame = this.#frame();
      if (frame === undefined) return undefined;
      const { isLast, opcode, payload } = frame;
      if (opcode >= CLOSE) return { opcode, payload };
      if ((opcode === 0) !== (this.#message !== undefined)) throw new FrameError(1002, "a fragment is out of place");
      this.#message ??= { opcode, parts: [], size: 0 };
      if (payload.length > 0) this.#message.parts.push(payload);
      this.#message.size += payload.length;
      if (!isLast) continue;
      const message = { opcode: this.#message.opcode, payload: joined(this.#message.parts) };
      this.#message = undefined;
      return message;
    }
  }

  #frame() {
    const start = this.#peek(2);
    if (start === undefined) return undefined;
    const [first, second] = start;
    const opcode = first & 0x0f;
    const isLast = (first & 0x80) !== 0;
    if ((first & 0x70) !== 0) throw new FrameError(1002, "a frame has bits that nobody agreed on");
    if ((second & 0x80) !== 0) throw new FrameError(1002, "a frame of the server is masked");
    if (![0, TEXT, BINARY, CLOSE, PING, PONG].includes(opcode)) throw new FrameError(1002, `a frame has the opcode ${opcode}`);
    const short = second & 0x7f;
    if (opcode >= CLOSE && (short > 125 || !isLast)) throw new FrameError(1002, "a control frame is too long, or a fragment");
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    const whole = this.#peek(head);
    if (whole === undefined) return undefined;
    const view = new DataView(whole.buffer, whole.byteOffset, head);
    const size = head === 2 ? short : head === 4 ? view.getUint16(2) : Number(view.getBigUint64(2));
    if (size + (opcode < CLOSE ? this.#message?.size ?? 0 : 0) > this.largest) {
      throw new FrameError(1009, `a message has more than ${this.largest} bytes`);
    }
    if (this.#size < head + size) return undefined;
    return { isLast, opcode, payload: this.#take(head + size).subarray(head) };
  }

  /** @param {number} count */
  #peek(count) {
    if (this.#size < count) return undefined;
    if (this.#chunks[0].length < count) this.#chunks = [joined(this.#chunks)];
    return this.#chunks[0];
  }

  /** @param {number} count */
  #take(count) {
    if (this.#chunks[0].length < count) this.#chunks = [joined(this.#chunks)];
    const [first] = this.#chunks;
    if (first.length === count) this.#chunks.shift();
    else this.#chunks[0] = first.subarray(count);
    this.#size -= count;
    return first.subarray(0, count);
  }
}

/**
 * @param {Uint8Array[]} parts
 * @returns {Uint8Array}
 */
function joined(parts) {
  if (parts.length === 1) return parts[0];
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}
