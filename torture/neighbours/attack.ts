/**
 * An attack in a process of its own. Who opens connections has the lowest priority here, since
 * elsewhere attackers have machines of their own; who asks calls must not be slower than the API.
 */
import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import type { Counts } from "./counts.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { askCalls, type CallsJob } from "./attack-calls.ts";
import {
  type ConnectsJob,
  type IdleJob,
  openIdle,
  openTunnels,
  sendConnects,
  type TunnelsJob,
} from "./attack-connections.ts";

/** The process of an attack: bounded in what it opens and in time, and gone with its parent. */
type Job = (IdleJob | TunnelsJob | ConnectsJob | CallsJob) & { forMs: number };
const kinds = {
  idle: openIdle,
  tunnels: openTunnels,
  connects: sendConnects,
  calls: askCalls,
};

async function attack(job: Job): Promise<void> {
  const counts: Counts = { started: 1 };
  let on = true;
  const tell = () => process.connected && process.send?.(counts);
  process.on("message", () => {
    on = false;
  });
  process.on("disconnect", () => process.exit(0));
  const telling = setInterval(tell, 100);
  tell();
  const end = performance.now() + job.forMs;
  const working = { counts, on: () => on && performance.now() < end };
  void kinds[job.kind](job as never, working).then(() => {
    on = false;
  });
  while (working.on()) await sleep(20);
  clearInterval(telling);
  // Its last word has to be out before it goes, and all its connections go with it.
  process.send?.(counts, () => process.exit(0));
}

if (import.meta.main) await attack(JSON.parse(process.argv[2] ?? "{}") as Job);

export class Attack {
  #child: ChildProcess;
  #counts: Counts = {};
  #ended: Promise<void>;

  private constructor(job: Job) {
    const file = path.join(import.meta.dirname, "attacker.ts");
    const priority = job.kind === "calls" ? "0" : "19";
    this.#child = spawn("nice", ["-n", priority, process.execPath, file, JSON.stringify(job)], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.#child.on("message", (counts: Counts) => {
      this.#counts = counts;
    });
    this.#ended = new Promise((resolve) => this.#child.once("exit", () => resolve()));
  }

  /** Starts, and resolves once it attacks. It ends by itself after `job.forMs`. */
  static async start(job: Job): Promise<Attack> {
    const attack = new Attack(job);
    await waitFor("the attacker works", () => Object.keys(attack.#counts).length > 0, 10_000);
    return attack;
  }

  /** What it has counted until now. */
  get counts(): Counts {
    return this.#counts;
  }

  /** Resolves when its time is over. */
  async end(): Promise<Counts> {
    await this.#ended;
    return this.#counts;
  }
}
