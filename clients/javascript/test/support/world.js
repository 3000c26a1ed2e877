import { setTimeout as sleep } from "node:timers/promises";
import { TruthsClient } from "../../src/client.js";
import { fallbacks } from "../../src/core/connection.js";
import { NodeWebSocket, pollingTransport, sseTransport, stdioTransport, webSocketTransport } from "../../src/node/index.js";
import { VirtualClock } from "./clock.js";
import { differences } from "./match.js";
import { UNCOMPARED } from "./scenarios.js";
import { SERVER, ServerProcess, tokenOf } from "./server.js";
import { Network, Wire, kindOf } from "./wire.js";

/** What is sent again has events of its own. */
const OF_CUTS = ["seq", "events_seen", "duplicates", "resumed_at_seq"];

/** How far a clock goes at once: in more, clients would only poll. */
const LONG = 120_000;

/** A scenario, told to a server by its clients over a real transport. */
export class World {
  failures = [];
  #parties = new Map();
  #network = new Network();

  /**
   * @param {import("./scenarios.js").Scenario} scenario
   * @param {{ transport?: string, isCut?: boolean }} options `transport`: over which everybody connects; else as the scenario says.
   *   `isCut`: whether the connection of whoever proposes breaks before the answer.
   */
  constructor(scenario, { transport, isCut = false } = {}) {
    [this.scenario, this.transport, this.isCut] = [scenario, transport, isCut];
    this.start = scenario.object.now === undefined ? Math.floor(Date.now() / 1_000) * 1_000 : Date.parse(scenario.object.now);
    this.now = this.start;
  }

  async play() {
    const { scenario } = this;
    this.isAlone = this.transport === "stdio" || scenario.needsOperator;
    const first = scenario.steps.find(({ step }) => step === "connect");
    this.server = new ServerProcess({
      facts: scenario.facts, actor: this.isAlone ? whole(first.args.actor, first.as) : undefined,
    });
    if (scenario.needsClock) this.server.time = this.now;
    if (this.transport !== "stdio") await this.server.start();
    try {
      for (const [number, step] of scenario.steps.entries()) {
        const as = step.as ?? [...this.#parties.keys()][0];
        const place = `step ${number + 1}, ${as} ${step.step}`;
        try {
          await this.#take({ ...step, as }, place);
        } catch (error) {
          this.failures.push(`${place}: ${error.message}`);
          break;
        }
      }
      if (this.failures.length === 0) this.#compareEnd();
    } finally {
      await Promise.all([...this.#parties.values()].map(({ client }) => client.stop()));
      if (this.transport !== "stdio") await this.server.kill();
    }
    return this.failures;
  }

  async #take({ as, step, args }, place) {
    const party = this.#parties.get(as);
    switch (step) {
      case "connect":
        return this.#connect(as, args);
      case "expect":
        return this.#compare(args, party, place);
      case "replay":
        return undefined;
      case "advance":
        return this.#advance(args.seconds * 1_000);
      case "fault":
        this.#network.add(args, as === undefined || args.client !== undefined ? args.client : this.#named(as));
        break;
      case "disconnect":
        void party.client.stop();
        break;
      case "reconnect":
        party.wire.restore();
        void party.client.start();
        break;
      case "handshake":
        party.client.shakeHands(args);
        break;
      case "propose": {
        party.client.propose(args);
        if (this.isCut && party.wire.kind !== undefined) {
          party.wire.cut(0);
          party.wire.restore();
        }
        break;
      }
      default:
        if (this.#needsOperator(party, step)) return undefined;
        await this.#control(party, step, args);
    }
    await this.#settle();
  }

  /** Whether a step is the operator's: with identities nobody steers the whole session (server §9). The rest of a scenario goes on. */
  #needsOperator({ client }, step) {
    const isOfSession = ["pause", "resume", "update_budget"].includes(step) && client.view.run_status !== "waiting";
    return isOfSession && !this.isAlone;
  }

  /** A step's own `as`, and not the first client, says whom a fault means. */
  #named(as) {
    return this.scenario.steps.some((step) => step.step === "fault" && step.as === as) ? as : undefined;
  }

  async #control(party, step, args) {
    const controls = { cancel: [], pause: [], resume: [] };
    const payload = step in controls ? {} : args;
    try {
      const answer = party.client.control(step, payload);
      await this.#settle();
      await answer;
    } catch (error) {
      if (error.code !== "not_allowed") throw error;
    }
  }

  async #connect(name, { actor, transport }) {
    const known = this.#parties.get(name);
    if (known !== undefined) {
      await known.client.stop();
      actor ??= known.actor;
    }
    const party = { name, actor: whole(actor, name), clock: new VirtualClock(this.now) };
    party.wire = new Wire(name, this.#network, party.clock);
    const address = { url: this.server.url, token: () => tokenOf(party.actor, this.now) };
    const kinds = this.transport !== undefined ? [this.transport] : fallbacks(kindOf(transport ?? "websocket"));
    const makers = {
      websocket: () => webSocketTransport({ ...address, WebSocket: NodeWebSocket }),
      sse: () => sseTransport(address),
      rest: () => pollingTransport(address),
      stdio: () => stdioTransport({ command: "/usr/bin/env", args: [SERVER, ...this.server.args, "--stdio"], env: this.server.environment }),
    };
    party.client = new TruthsClient({
      actor: party.actor, transports: kinds.map((kind) => party.wire.over(makers[kind]())), schedule: party.clock.schedule,
      now: () => party.clock.now,
    });
    this.#parties.set(name, party);
    void party.client.start();
    await this.#settle();
  }

  /** Moves the clock; what is due happens at its moment. */
  async #advance(milliseconds) {
    const parties = [...this.#parties.values()];
    let left = milliseconds;
    if (left > LONG) {
      await this.#move(left - LONG / 2);
      left = LONG / 2;
    }
    while (left > 0) {
      const next = Math.min(left, ...parties.map(({ clock }) => Math.max(0, (clock.due ?? Infinity) - clock.now)));
      left -= next;
      await this.#move(next);
    }
    if (this.scenario.needsClock) {
      // The server looks once a second what is due.
      await sleep(1_100);
      await this.#settle();
    }
  }

  async #move(milliseconds) {
    this.now += milliseconds;
    if (this.scenario.needsClock) this.server.time = this.now;
    for (const { clock } of this.#parties.values()) {
      clock.now += milliseconds;
      clock.fire();
    }
    await this.#settle();
  }

  /** Waits until everybody who is connected has got what there is, a minute at most. */
  async #settle() {
    const end = performance.now() + 60_000;
    let quiet = 0;
    while (performance.now() < end) {
      await sleep(this.transport === "stdio" ? 15 : 2);
      for (const { clock } of this.#parties.values()) clock.fire();
      const late = [];
      for (const party of this.#parties.values()) if (await this.#isLate(party)) late.push(party);
      if (late.length > 0) {
        quiet = 0;
        for (const party of late) this.#poll(party);
        continue;
      }
      if ([...this.#parties.values()].some(({ wire }) => wire.releaseReordered())) continue;
      quiet += 1;
      if (quiet > 1) return;
    }
    this.failures.push("nobody has seen everything after a minute");
  }

  async #isLate({ wire, client, actor }) {
    if (wire.isOpening) return true;
    if (wire.kind === undefined) return false;
    if (wire.pending > 0) return true;
    if (this.transport === "stdio" || (wire.kind === "rest" && this.transport === undefined)) return false;
    const seen = wire.kind === "rest" ? client.view.seq : wire.seen;
    const { events = [] } = await this.server.ask(`/events?since_seq=${seen}`, { token: tokenOf(actor, this.now) });
    return events.length > 0;
  }

  /** Nobody waits for the next poll of a client that polls where the scenario does not say so. */
  #poll({ wire, clock }) {
    if (wire.kind !== "rest" || wire.pending > 0 || clock.due === undefined) return;
    clock.now = Math.max(clock.now, clock.due);
    clock.fire();
  }

  /** What stands beside the scenario is about the last decision (fixtures §3.1), as far as a client sees it. */
  #compareEnd() {
    const parties = [...this.#parties.values()].filter(({ wire }) => wire.lastDecision !== undefined);
    const last = parties.sort((a, b) => a.wire.seen - b.wire.seen).at(-1);
    if (this.scenario.object.expected === undefined || last === undefined) return;
    const { run_id: runID, payload } = last.wire.lastDecision;
    const run = last.client.view.runs.find((known) => known.run_id === runID);
    // A run that was cancelled since is halted by that.
    const isCancelled = run.status === "halted" && payload.status !== "halted";
    const { truth_id, reason, decision } = isCancelled ? { ...run, decision: "halted" } : payload;
    const { reason_contains: part, ...expected } = this.scenario.object.expected;
    const told = { decision, truth_id, reason, run_status: run.status };
    const wanted = Object.fromEntries(Object.entries(expected).filter(([name]) => name in told));
    this.failures.push(...differences(wanted, told).map((difference) => `expected: ${difference}`));
    if (part !== undefined && !reason.includes(part)) this.failures.push(`expected: ${reason} does not contain ${part}`);
  }

  #compare(expected, party, place) {
    const ignored = new Set(UNCOMPARED.keys());
    // Over which transport somebody is connected is what differs.
    if (this.transport !== undefined) ["connection_state", "indicator"].forEach((name) => ignored.add(name));
    if (this.isCut) OF_CUTS.forEach((name) => ignored.add(name));
    this.failures.push(...differences(expected, party.client.view, { ignored }).map((difference) => `${place}: ${difference}`));
  }
}

/** The actor of a client, with the members that fixtures §5.2 gives it. */
const whole = (actor, name) => ({ type: "user", user_id: name, device_id: name, org_id: "fixture", roles: [], ...actor });
