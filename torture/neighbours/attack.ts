/**
 * Runs an attack in its own process. One that opens connections has the lowest priority, since real
 * attackers have their own machines; one that makes calls must not be slower than the API.
 */
import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import type { Job } from "./attacker.ts";
import type { Counts } from "./counts.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

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

  /** Starts it; resolves once it is attacking. It ends by itself after `job.forMs`. */
  static async start(job: Job): Promise<Attack> {
    const attack = new Attack(job);
    await waitFor("the attacker works", () => Object.keys(attack.#counts).length > 0, 10_000);
    return attack;
  }

  /** Its counts so far. */
  get counts(): Counts {
    return this.#counts;
  }

  /** Resolves when its time is over. @throws Error if nothing of it arrived: it attacked nothing */
  async end(): Promise<Counts> {
    await this.#ended;
    const refused = this.#counts["error ECONNREFUSED"] ?? 0;
    const arrived = Object.keys(this.#counts).some((name) =>
      /^(answer |status |connected)/.test(name),
    );
    if (refused > 0 && !arrived) throw new Error(`the attack reached nobody: ${refused} refused`);
    return this.#counts;
  }
}
