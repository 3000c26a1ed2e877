import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT, hasFakeTime } from "./server.js";

/** What a running server is not told (server §9), and why. Everything else of every scenario is told. */
const UNTOLD = [
  ["policies", (scenario) => scenario.policies !== undefined, "policies are set before a server begins, in its rules"],
  ["documents", (scenario) => scenario.context?.documents !== undefined, "a server is given no documents"],
  ["clock", (scenario) => needsClock(scenario) && !hasFakeTime, "its clock is the world's: install `faketime` to give it another"],
];

/** Members of `expect` that are not compared, and why. */
export const UNCOMPARED = new Map([
  ["same_output", "only the simulation keeps what a session was told, and tells it again"],
]);

const needsClock = ({ now, scenario }) => now !== undefined || scenario.some((step) => step.advance !== undefined);

/** A scenario fixture (fixtures §5). */
export class Scenario {
  constructor(object, file) {
    [this.object, this.file, this.id] = [object, file, object.id ?? file];
    this.facts = object.context?.facts ?? [];
    this.needsClock = needsClock(object);
    this.untold = UNTOLD.find(([, isMeant]) => isMeant(object))?.[2];
  }

  /** Who acts, what they do, and with what. */
  get steps() {
    return this.object.scenario.map((step) => {
      if (typeof step === "string") return { step, args: {} };
      const name = Object.keys(step).find((member) => member !== "as");
      const args = structuredClone(step[name] ?? {});
      let as = step.as;
      if (!["propose", "inject_fact", "update_budget"].includes(name) && args.as !== undefined) {
        as = args.as;
        delete args.as;
      }
      return { as, step: name, args };
    });
  }

  get clients() {
    return new Set(this.steps.filter(({ step }) => step === "connect").map(({ as }) => as));
  }

  /** Whether it says itself over which transports: by faults of the network, or by names. */
  get namesTransports() {
    return this.steps.some(({ step, args }) => step === "fault" || args.transport !== undefined);
  }

  /** Whether its one client has to run the server: nobody is the operator of one with identities. */
  get needsOperator() {
    return this.clients.size === 1 && this.steps.some(({ step }) => ["pause", "resume", "update_budget"].includes(step));
  }
}

/** Those of the repository. */
export const scenarios = readdirSync(join(ROOT, "Fixtures"), { recursive: true }).filter((name) => name.endsWith(".json")).sort()
  .flatMap((name) => {
    const path = join(ROOT, "Fixtures", name);
    const given = JSON.parse(readFileSync(path, "utf8"));
    return [given].flat().filter((object) => object?.scenario !== undefined).map((object) => new Scenario(object, relative(ROOT, path)));
  });
