"use strict";

// A client of a language server that is started as a program: JSON-RPC 2.0 over its standard input and output, as LSP 3.17 frames it.
// It knows nothing of the editor.

const { spawn } = require("node:child_process");

const LONGEST_HEAD = 4096;
const LONGEST_BODY = 256 * 1024 * 1024;

/** Cuts a stream of bytes into messages. */
class FrameReader {
  constructor() {
    this.chunks = [];
    this.length = 0;
    this.awaited = undefined;
  }

  /** Takes bytes and gives the messages that are whole. */
  push(chunk) {
    this.chunks.push(chunk);
    this.length += chunk.length;
    const messages = [];
    for (;;) {
      if (this.awaited === undefined) {
        const bytes = this.joined();
        const end = bytes.indexOf("\r\n\r\n");
        if (end < 0) {
          if (this.length > LONGEST_HEAD) throw new Error("the server sends no heads of messages");
          return messages;
        }
        const match = /^content-length: *(\d+) *$/im.exec(bytes.toString("ascii", 0, end));
        if (!match || Number(match[1]) > LONGEST_BODY) throw new Error("the server sends a message without a length");
        this.awaited = Number(match[1]);
        this.chunks = [bytes.subarray(end + 4)];
        this.length -= end + 4;
      }
      // A long message arrives in many pieces, which are joined once.
      if (this.length < this.awaited) return messages;
      const bytes = this.joined();
      messages.push(JSON.parse(bytes.toString("utf8", 0, this.awaited)));
      this.chunks = [bytes.subarray(this.awaited)];
      this.length -= this.awaited;
      this.awaited = undefined;
    }
  }

  joined() {
    if (this.chunks.length !== 1) this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0];
  }
}

/** A message as bytes. */
function frame(message) {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }), "utf8");
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`, "ascii"), body]);
}

class ResponseError extends Error {
  constructor(error) {
    super(error.message);
    this.code = error.code;
  }
}

const METHOD_NOT_FOUND = -32601;
const INTERNAL_ERROR = -32603;

/**
 * Keeps a server running. One that dies is started again, after 1, 2, 4 … seconds; one that dies five times in a row within three
 * minutes stays down until `start` is called.
 *
 * @param options `command`, `args`, `cwd`; `parameters`: those of `initialize`; `onReady(result)`: called after each start;
 *   `onEnd(reason)`: the server is gone; `onFailure(reason)`: it stays so; `onNotification(method, parameters)`;
 *   `onRequest(method, parameters)`: an answer, or `undefined` where the method is unknown; `log(text)`; `delay`: the first wait in
 *   milliseconds.
 */
class Client {
  constructor(options) {
    this.options = { args: [], delay: 1000, log() {}, onReady() {}, onEnd() {}, onFailure() {}, onNotification() {}, ...options };
    this.state = "stopped";
    this.pending = new Map();
    this.nextID = 1;
    this.deaths = [];
  }

  get isRunning() {
    return this.state === "running";
  }

  /** Starts the server unless it runs; deaths of before are forgotten. */
  start() {
    if (this.process) return;
    clearTimeout(this.timer);
    this.deaths = [];
    this.launch();
  }

  launch() {
    const { command, args, cwd } = this.options;
    this.state = "starting";
    const reader = new FrameReader();
    const child = spawn(command, args, { cwd, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
    this.process = child;
    child.stdout.on("data", (chunk) => {
      if (this.process !== child) return;
      try {
        for (const message of reader.push(chunk)) this.take(message);
      } catch (error) {
        this.options.log(`${error.message}\n`);
        child.kill();
      }
    });
    child.stderr.on("data", (chunk) => this.options.log(chunk.toString("utf8")));
    // What is written to a server that is gone is lost; that it is gone is told by its end.
    child.stdin.on("error", () => {});
    child.on("error", (error) => this.ended(child, error));
    child.on("exit", (code, signal) => this.ended(child, undefined, signal ? `signal ${signal}` : `status ${code}`));
    this.request("initialize", this.options.parameters()).then(
      (result) => {
        if (this.process !== child) return;
        this.state = "running";
        this.notify("initialized", {});
        this.options.onReady(result);
      },
      (error) => {
        if (this.process !== child) return;
        this.options.log(`the server does not start: ${error.message}\n`);
        child.kill();
      },
    );
  }

  ended(child, error, status) {
    if (this.process !== child) return;
    this.process = undefined;
    const wasWanted = this.state !== "stopping";
    this.state = "stopped";
    for (const { reject } of this.pending.values()) reject(new Error("the language server has ended"));
    this.pending.clear();
    const reason = error ? error.message : `it ended with ${status}`;
    this.options.onEnd(reason);
    if (this.onStopped) this.onStopped();
    if (!wasWanted) return;
    this.options.log(`the language server is gone: ${reason}\n`);
    // A program that is not there will not be there in a second either.
    if (error) return this.options.onFailure(reason);
    const now = Date.now();
    this.deaths = this.deaths.filter((moment) => now - moment < 180_000);
    this.deaths.push(now);
    if (this.deaths.length >= 5) return this.options.onFailure(reason);
    const wait = this.options.delay * 2 ** (this.deaths.length - 1);
    this.state = "waiting";
    this.timer = setTimeout(() => this.launch(), wait);
  }

  /** Ends the server: politely, and after two seconds by a signal. */
  stop() {
    clearTimeout(this.timer);
    if (this.process) {
      this.stopping = this.stopping || this.end(this.process);
      return this.stopping;
    }
    this.state = "stopped";
    return Promise.resolve();
  }

  async end(child) {
    const wasRunning = this.isRunning;
    this.state = "stopping";
    const ended = new Promise((resolve) => {
      this.onStopped = resolve;
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), 2000);
    if (wasRunning) {
      this.request("shutdown").then(
        () => this.notify("exit"),
        () => child.kill(),
      );
    } else {
      child.kill();
    }
    await ended;
    clearTimeout(timer);
    this.onStopped = undefined;
    this.stopping = undefined;
  }

  // Messages

  /**
   * Sends a request.
   *
   * @param token a cancellation token of the editor. Where it fires, the server is told and the answer is `null` at once.
   */
  request(method, params, token) {
    if (!this.process) return Promise.reject(new Error("the language server does not run"));
    if (token && token.isCancellationRequested) return Promise.resolve(null);
    const id = this.nextID++;
    return new Promise((resolve, reject) => {
      let listener;
      const settle = (act) => (value) => {
        if (listener) listener.dispose();
        this.pending.delete(id);
        act(value);
      };
      this.pending.set(id, { resolve: settle(resolve), reject: settle(reject) });
      if (token) {
        listener = token.onCancellationRequested(() => {
          const waiting = this.pending.get(id);
          if (!waiting) return;
          this.notify("$/cancelRequest", { id });
          waiting.resolve(null);
        });
      }
      this.send({ id, method, params });
    });
  }

  notify(method, params) {
    this.send({ method, params });
  }

  send(message) {
    if (this.process && this.process.stdin.writable) this.process.stdin.write(frame(message));
  }

  take(message) {
    if (message.method === undefined) {
      const waiting = this.pending.get(message.id);
      // An answer to what was cancelled comes too, and nobody waits for it.
      if (!waiting) return;
      if (message.error) waiting.reject(new ResponseError(message.error));
      else waiting.resolve(message.result);
    } else if (message.id === undefined) {
      this.options.onNotification(message.method, message.params);
    } else {
      this.answer(message);
    }
  }

  async answer({ id, method, params }) {
    try {
      const result = this.options.onRequest ? await this.options.onRequest(method, params) : undefined;
      if (result === undefined) this.send({ id, error: { code: METHOD_NOT_FOUND, message: `${method} is not known here` } });
      else this.send({ id, result });
    } catch (error) {
      this.send({ id, error: { code: INTERNAL_ERROR, message: error.message } });
    }
  }
}

module.exports = { Client, FrameReader, ResponseError, frame };
