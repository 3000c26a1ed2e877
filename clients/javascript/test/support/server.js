import { spawn } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the sources of the whole project are. */
export const ROOT = resolve(fileURLToPath(import.meta.url), "../../../../..");

/** The server that is tried: TRUTHS_SERVER names another one. */
export const SERVER = resolve(process.env.TRUTHS_SERVER ?? join(ROOT, ".build/debug/truths-server"));

/** Why tests with a server are left out; `false` where there is one. */
export const skip = existsSync(SERVER) ? false : `there is no ${SERVER}: make server, or name one in TRUTHS_SERVER`;

/** A library that gives a process another clock (Debian's package `faketime`). */
const FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";
export const hasFakeTime = existsSync(FAKETIME);

export const ANN = { type: "user", user_id: "ann", device_id: "desk", org_id: "acme", roles: ["accountant"] };

const running = new Set();
const folders = new Set();
process.on("exit", () => {
  running.forEach((child) => child.kill("SIGKILL"));
  folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }));
  removeClocks();
});

/** The library of the clock leaves memory behind when its process is killed. */
function removeClocks() {
  for (const name of hasFakeTime ? readdirSync("/dev/shm") : []) {
    const pid = /faketime_\w+_(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join("/dev/shm", name), { force: true });
  }
}

const SECRET = randomBytes(32);
const base64URL = (bytes) => Buffer.from(bytes).toString("base64url");

/** A token of an actor, for `identities`. */
export function tokenOf(actor, now = Date.now()) {
  const claims = {
    iss: "https://id.example", aud: "truths", exp: Math.floor(now / 1_000) + 400_000_000, sub: actor.user_id, actor_type: actor.type,
    device: actor.device_id, org: actor.org_id, roles: actor.roles ?? [],
  };
  const unsigned = [{ alg: "HS256", kid: "oct", typ: "JWT" }, claims].map((part) => base64URL(JSON.stringify(part))).join(".");
  return `${unsigned}.${createHmac("sha256", SECRET).update(unsigned).digest("base64url")}`;
}

/** A folder that is gone with the process. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), "truths-client-"));
  folders.add(folder);
  return folder;
}

/** A server in a folder of its own, over one ledger; it can be killed and started again. */
export class ServerProcess {
  /**
   * @param {{ facts?: object[], actor?: object, text?: string, limits?: object, options?: string[] }} options
   *   Without `actor` it knows who speaks by tokens; `text` is a truth file in the place of the project's.
   */
  constructor({ facts = [], actor, text, limits, options = [] } = {}) {
    this.folder = scratch();
    this.ledger = join(this.folder, "ledger.jsonl");
    this.options = options;
    writeFileSync(this.ledger, facts.map((fact) => `${JSON.stringify(fact)}\n`).join(""));
    this.rules = text === undefined ? join(ROOT, "truths") : join(this.folder, "shop.truths");
    if (text !== undefined) writeFileSync(this.rules, text);
    this.access = actor === undefined ? ["--identities", this.#identities(limits)] : ["--actor", JSON.stringify(actor)];
  }

  /** Sets its clock, and stops it there. The server may read the file at any moment: it is replaced whole. */
  set time(milliseconds) {
    this.clock = join(this.folder, "clock");
    writeFileSync(`${this.clock}.new`, new Date(milliseconds).toISOString().slice(0, 19).replace("T", " "));
    renameSync(`${this.clock}.new`, this.clock);
  }

  get args() {
    return [this.rules, "--ledger", this.ledger, ...this.access, ...this.options];
  }

  get environment() {
    if (this.clock === undefined) return process.env;
    return {
      ...process.env, TZ: "UTC", LD_PRELOAD: FAKETIME, FAKETIME_TIMESTAMP_FILE: this.clock, FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1", NO_FAKE_STAT: "1",
    };
  }

  /** Starts it, at the address that it had before. The library of the clock needs a process before the server's own, here `env`. */
  async start() {
    const args = [...this.args, "--listen", this.address ?? "127.0.0.1:0"];
    this.child = spawn("/usr/bin/env", [SERVER, ...args], { env: this.environment, stdio: ["ignore", "pipe", "pipe"] });
    running.add(this.child);
    this.log = "";
    this.child.stderr.on("data", (bytes) => (this.log += bytes));
    let said = "";
    this.address = await new Promise((done, failed) => {
      this.child.stdout.on("data", (bytes) => {
        said += bytes;
        if (said.includes("\n")) done(JSON.parse(said).http);
      });
      this.child.on("exit", (code) => failed(new Error(`the server ended with ${code}: ${this.log}`)));
    });
    return this;
  }

  get url() {
    return `http://${this.address}`;
  }

  /** Ends it without a word. */
  async kill(signal = "SIGKILL") {
    const ended = new Promise((done) => this.child.on("exit", done));
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill(signal);
    await ended;
    running.delete(this.child);
  }

  async ask(path, { token, method = "GET", body } = {}) {
    const headers = { ...(token && { Authorization: `Bearer ${token}` }), ...(body && { "Content-Type": "application/json" }) };
    const response = await fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) });
    return response.json();
  }

  #identities(limits) {
    const issuer = {
      issuer: "https://id.example", audience: "truths", jwks: "keys.json",
      actor: { type: "actor_type", user_id: "sub", device_id: "device", org_id: "org", roles: "roles" },
    };
    const key = { kid: "oct", kty: "oct", alg: "HS256", k: base64URL(SECRET) };
    writeFileSync(join(this.folder, "keys.json"), JSON.stringify({ keys: [key] }));
    writeFileSync(join(this.folder, "identities.json"), JSON.stringify({ issuers: [issuer], ...(limits && { limits }) }));
    return join(this.folder, "identities.json");
  }
}
