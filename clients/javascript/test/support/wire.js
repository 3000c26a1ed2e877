import { TransportError } from "../../src/errors.js";
import { transportNamed } from "../../src/core/connection.js";

/** Transports by the names that fixtures have for them: this client has WebSocket for gRPC, the primary of the web. */
export const kindOf = (name) => transportNamed(["h2-grpc", "grpc", "stream", "in-process"].includes(name) ? "websocket" : name);

/** Replies, of which each message of a client has one. */
const REPLIES = ["capabilities", "delta", "snapshot", "range", "answer", "problem"];

/** Faults of the network, as `fault` steps say them (fixtures §5.4), for all clients. */
export class Network {
  wires = new Map();
  blocked = new Set();
  faults = [];

  add(given, as) {
    const fault = { after: 0, count: given.kind === "reorder" ? 2 : 1, client: as, ...given };
    const transports = (fault.transports ?? ["h2-grpc", "websocket"]).map(kindOf);
    const meant = [...this.wires.entries()].filter(([name]) => fault.client === undefined || fault.client === name);
    const isAtOnce = fault.event_type === undefined && fault.seq === undefined && given.after === undefined;
    switch (fault.kind) {
      case "block":
        if (fault.client === undefined) transports.forEach((kind) => this.blocked.add(kind));
        return meant.forEach(([, wire]) => wire.block(transports));
      case "unblock":
        if (fault.client === undefined) transports.forEach((kind) => this.blocked.delete(kind));
        return meant.forEach(([, wire]) => transports.forEach((kind) => wire.blocked.delete(kind)));
      case "restore":
        return meant.forEach(([, wire]) => wire.restore());
      case "cut":
        if (isAtOnce) return meant.forEach(([, wire]) => wire.cut(fault.seconds));
    }
    this.faults.push(fault);
  }

  /** The fault that strikes an event; those that spare it count it. */
  strike(event, name) {
    for (const fault of this.faults) {
      const isMeant = (fault.client ?? name) === name && (fault.event_type ?? event.event_type) === event.event_type
        && (fault.seq ?? event.seq) === event.seq;
      if (!isMeant) continue;
      if (fault.after > 0) {
        fault.after -= 1;
        continue;
      }
      fault.count -= 1;
      if (fault.count <= 0 || fault.kind === "cut" || fault.kind === "reorder") this.faults = this.faults.filter((other) => other !== fault);
      return fault;
    }
    return undefined;
  }
}

/** One client's way to the server, over a real transport, with faults on the way. */
export class Wire {
  blocked = new Set();
  isDown = false;
  downUntil;
  /** Messages that have no reply yet. */
  pending = 0;
  isOpening = false;
  /** The last `seq` that reached this end, whatever became of it then. */
  seen = 0;
  /** The transport of the open connection. */
  kind;
  lastDecision;
  #holdUntil = -Infinity;
  #reordered = [];
  #reorderCount = 0;
  #link;

  constructor(name, network, clock) {
    [this.name, this.network, this.clock] = [name, network, clock];
    this.blocked = new Set(network.blocked);
    network.wires.set(name, this);
  }

  /** A transport with this wire in between. */
  over(transport) {
    return {
      kind: transport.kind,
      open: async (session) => {
        const isUp = !this.isDown || (this.downUntil ?? Infinity) <= this.clock.now;
        if (!isUp || this.blocked.has(transport.kind)) throw new TransportError(`${transport.kind} is not to be had`);
        this.isOpening = true;
        try {
          return await this.#open(transport, session);
        } finally {
          this.isOpening = false;
        }
      },
    };
  }

  async #open(transport, session) {
    const controller = new AbortController();
    session.signal.addEventListener("abort", () => controller.abort());
    const link = { session, controller };
    const connection = await transport.open({
      ...session, signal: controller.signal,
      receive: (message) => this.#link === link && this.#arrived(message),
      lost: (error) => this.#link === link && this.#lose(error),
    });
    this.#link = link;
    [this.kind, this.pending, this.isDown, this.downUntil, this.#holdUntil] = [transport.kind, 0, false, undefined, -Infinity];
    [this.#reordered, this.#reorderCount] = [[], 0];
    session.signal.addEventListener("abort", () => {
      if (this.#link === link) [this.kind, this.pending, this.#link] = [undefined, 0, undefined];
    });
    return {
      send: (message) => {
        this.pending += 1;
        connection.send(message);
      },
    };
  }

  #arrived(message) {
    const [name] = Object.keys(message);
    const body = message[name];
    if (REPLIES.includes(name)) this.pending = Math.max(0, this.pending - 1);
    const events = name === "event" ? [body] : name === "range" ? body : body?.events ?? [];
    for (const event of events) {
      this.seen = Math.max(this.seen, event.seq);
      if (event.event_type === "decision" && !event.payload.replay) this.lastDecision = event.payload;
    }
    if (name === "delta" || name === "snapshot") this.seen = Math.max(this.seen, body.current_seq);
    if (name === "checkpoint") this.seen = Math.max(this.seen, body.seq);
    if (name === "event") this.#push(message);
    else this.#deliver(message);
  }

  /** Gives an event on, past the faults that mean it. */
  #push(message) {
    const fault = this.network.strike(message.event, this.name);
    switch (fault?.kind) {
      case "drop":
        return;
      case "duplicate":
        this.#enqueue(message);
        break;
      case "delay":
        this.#holdUntil = this.clock.now + (fault.seconds ?? 1) * 1_000;
        break;
      case "reorder":
        this.#reorderCount = fault.count;
        break;
      case "cut":
        return this.cut(fault.seconds, true);
    }
    this.#enqueue(message);
  }

  #enqueue(message) {
    if (this.#reorderCount === 0) return this.#deliver(message);
    this.#reordered.push(message);
    if (this.#reordered.length >= this.#reorderCount) this.releaseReordered();
  }

  /** Events that wait for others to come before them go when nothing else is under way. */
  releaseReordered() {
    const messages = this.#reordered.reverse();
    [this.#reordered, this.#reorderCount] = [[], 0];
    for (const message of messages) this.#deliver(message);
    return messages.length > 0;
  }

  #deliver(message) {
    const link = this.#link;
    const give = () => this.#link === link && link.session.receive(message);
    if (this.#holdUntil > this.clock.now) this.clock.schedule(give, this.#holdUntil - this.clock.now);
    else give();
  }

  block(kinds) {
    kinds.forEach((kind) => this.blocked.add(kind));
    if (kinds.includes(this.kind)) this.#lose(new TransportError("it was blocked"));
  }

  /** Breaks the connection; behind what was sent already, or at once. */
  cut(seconds, isBehindQueue = false) {
    this.isDown = true;
    this.downUntil = seconds === undefined ? undefined : this.clock.now + seconds * 1_000;
    if (isBehindQueue && this.#holdUntil > this.clock.now) {
      this.clock.schedule(() => this.#lose(new TransportError("it was cut")), this.#holdUntil - this.clock.now);
    } else {
      this.#lose(new TransportError("it was cut"));
    }
  }

  restore() {
    [this.isDown, this.downUntil] = [false, undefined];
  }

  #lose(error) {
    const link = this.#link;
    if (link === undefined) return;
    [this.kind, this.pending, this.#link] = [undefined, 0, undefined];
    link.controller.abort();
    link.session.lost(error);
  }
}
