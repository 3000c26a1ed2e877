import { createHash, randomBytes } from "node:crypto";
import * as net from "node:net";
import * as tls from "node:tls";
import { LARGEST_MESSAGE } from "../transports/transport.js";
import { CLOSE, FrameError, FrameReader, PING, PONG, TEXT, encodeFrame } from "./frames.js";

/** The most bytes of the head of the server's answer. */
const LARGEST_HEAD = 16_384;

/** How long the server has to end the connection too, in milliseconds. */
const CLOSING = 2_000;

/** What is appended to a key before it is hashed (RFC 6455 §1.3). */
const ACCEPTANCE = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/**
 * A WebSocket (RFC 6455) for Node 20, which has none that is stable: the part of a browser's that `webSocketTransport` uses, of
 * texts alone and without extensions. A message beyond the limit ends the connection when its head is read.
 */
export class NodeWebSocket {
  /** @type {((event: any) => void) | null} */
  onopen = null;
  /** @type {((event: { data: string }) => void) | null} */
  onmessage = null;
  /** @type {((event: { code: number, reason: string }) => void) | null} */
  onclose = null;
  /** @type {((event: { message: string }) => void) | null} */
  onerror = null;
  protocol = "";
  /** @type {"connecting" | "open" | "closing" | "closed"} */
  #state = "connecting";
  #head = Buffer.from("");
  #key = randomBytes(16).toString("base64");
  #url;
  #protocols;
  #headers;
  #reader;
  #socket;
  #end = { code: 1006, reason: "" };

  /**
   * @param {string} url
   * @param {string[]} protocols
   * @param {{ largestMessage?: number, headers?: Record<string, string> }} [options]
   */
  constructor(url, protocols, options = {}) {
    this.#url = new URL(url);
    this.#protocols = protocols;
    this.#headers = options.headers ?? {};
    this.#reader = new FrameReader(options.largestMessage ?? LARGEST_MESSAGE);
    const isSecure = this.#url.protocol === "wss:";
    const host = this.#url.hostname.replace(/^\[|\]$/g, "");
    const port = Number(this.#url.port || (isSecure ? 443 : 80));
    this.#socket = isSecure
      ? tls.connect({ host, port, ALPNProtocols: ["http/1.1"], ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }) })
      : net.connect({ host, port });
    this.#socket.setNoDelay(true);
    this.#socket.on(isSecure ? "secureConnect" : "connect", () => this.#sendHandshake());
    this.#socket.on("data", (/** @type {Uint8Array} */ bytes) => this.#read(bytes));
    this.#socket.on("error", (/** @type {Error} */ error) => this.onerror?.({ message: error.message }));
    this.#socket.on("close", () => this.#closed());
  }

  /** @param {string} data */
  send(data) {
    if (this.#state === "open") this.#write(TEXT, new TextEncoder().encode(data));
  }

  /**
   * Ends the connection; the server has two seconds to end it too.
   *
   * @param {number} [code]
   * @param {string} [reason]
   */
  close(code = 1000, reason = "") {
    if (this.#state === "connecting") this.#socket.destroy();
    if (this.#state !== "open") return;
    this.#state = "closing";
    const payload = new Uint8Array(2 + Buffer.byteLength(reason));
    new DataView(payload.buffer).setUint16(0, code);
    payload.set(new TextEncoder().encode(reason), 2);
    this.#write(CLOSE, payload);
    const timer = setTimeout(() => this.#socket.destroy(), CLOSING);
    this.#socket.on("close", () => clearTimeout(timer));
  }

  #sendHandshake() {
    const headers = {
      Host: this.#url.host, Upgrade: "websocket", Connection: "Upgrade", "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": this.#key, "Sec-WebSocket-Protocol": this.#protocols.join(", "), ...this.#headers,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#socket.write(`GET ${this.#url.pathname}${this.#url.search} HTTP/1.1\r\n${lines.join("")}\r\n`);
  }

  /** @param {Uint8Array} bytes */
  #read(bytes) {
    try {
      const rest = this.#state === "connecting" ? this.#readHead(bytes) : bytes;
      if (rest !== undefined) this.#readFrames(rest);
    } catch (error) {
      const fault = error instanceof FrameError ? error : new FrameError(1007, "a message is no UTF-8");
      this.onerror?.({ message: fault.message });
      this.close(fault.closeCode, fault.message.slice(0, 100));
    }
  }

  /**
   * @param {Uint8Array} bytes
   * @returns {Uint8Array | undefined} What follows the head.
   */
  #readHead(bytes) {
    this.#head = Buffer.concat([this.#head, bytes]);
    const text = this.#head.toString("latin1");
    const end = text.indexOf("\r\n\r\n");
    if (end < 0) {
      if (text.length > LARGEST_HEAD) this.#refuse("the answer has no end");
      return undefined;
    }
    const [status, ...lines] = text.slice(0, end).split("\r\n");
    const headers = new Map(lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }));
    const accepted = createHash("sha1").update(this.#key + ACCEPTANCE).digest("base64");
    if (!/^HTTP\/1\.1 101\b/.test(status)) return this.#refuse(`the answer is ${status.slice(0, 100)}`);
    if (headers.get("sec-websocket-accept") !== accepted) return this.#refuse("the answer is to another handshake");
    if (headers.has("sec-websocket-extensions")) return this.#refuse("the answer has extensions that nobody asked for");
    this.protocol = headers.get("sec-websocket-protocol") ?? "";
    if (this.protocol !== "" && !this.#protocols.includes(this.protocol)) {
      return this.#refuse(`nobody asked for ${this.protocol}`);
    }
    this.#state = "open";
    const rest = this.#head.subarray(end + 4);
    this.#head = Buffer.from("");
    this.onopen?.({});
    return rest;
  }

  /**
   * @param {string} why
   * @returns {undefined}
   */
  #refuse(why) {
    this.#socket.destroy();
    this.onerror?.({ message: why });
    return undefined;
  }

  /** @param {Uint8Array} bytes */
  #readFrames(bytes) {
    this.#reader.add(bytes);
    while (this.#state === "open" || this.#state === "closing") {
      const message = this.#reader.next();
      if (message === undefined) return;
      const { opcode, payload } = message;
      if (opcode === PING && this.#state === "open") this.#write(PONG, payload);
      if (opcode === CLOSE) return this.#readClose(payload);
      if (opcode === PING || opcode === PONG || this.#state === "closing") continue;
      if (opcode !== TEXT) throw new FrameError(1003, "a message is not text");
      const data = new TextDecoder("utf-8", { fatal: true }).decode(payload);
      // What a listener throws is no fault of the message.
      queueMicrotask(() => this.onmessage?.({ data }));
    }
  }

  /** @param {Uint8Array} payload */
  #readClose(payload) {
    if (payload.length >= 2) {
      const code = (payload[0] << 8) | payload[1];
      this.#end = { code, reason: new TextDecoder().decode(payload.subarray(2)) };
      this.close(code);
    } else {
      this.#end = { code: 1005, reason: "" };
      this.close();
    }
    this.#socket.end();
  }

  #closed() {
    if (this.#state === "closed") return;
    this.#state = "closed";
    queueMicrotask(() => this.onclose?.(this.#end));
  }

  /**
   * @param {number} opcode
   * @param {Uint8Array} payload
   */
  #write(opcode, payload) {
    this.#socket.write(encodeFrame(opcode, payload, randomBytes(4)));
  }
}
