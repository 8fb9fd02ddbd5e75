/** Probes static exits: sold ones often, others occasionally. */
import { hashText } from "@turnpike/rules/exit-ring.ts";
import { AdaptiveInterval } from "../lib/adaptive-interval.ts";
import type { Log } from "../lib/log.ts";
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import {
  dueAt,
  type ExitHealth,
  nextHealth,
  type ProbePace,
  spareMs,
  unknownExitHealth,
} from "./exit-health.ts";
import type { ProbeTarget } from "./probe-target.ts";
import { type CheckExit, inconclusive } from "./probe-exit.ts";

/** The most concurrent probes. Unreachable exits, which take longest, get at most half of them. */
const maxAtOnce = 32;
const maxOfDown = maxAtOnce / 2;
/** Failed connections trigger a probe at most this often. */
const suspicionMs = 1_000;
const spreadSeed = 9;
/** While nothing is due, all exits are checked again after at most this many ticks. */
const idleTicks = 5;
/** What can wait for so long waits for the check that a worker at rest shares with others. */
const idleMs = 1_000;
/** Limits of the log: the interval between lines, and how many exits a line names. */
const logEveryMs = 1_000;
const maxNamed = 10;

/** An exit with its own address that clients connect to. */
export interface ProbedExit {
  readonly exit: ExitFact;
  health: ExitHealth;
  /** The number of open ports; an exit without any is not probed. */
  readonly openPorts: number;
  /** Whether it was closed, perhaps while a probe was running. */
  readonly closed: boolean;
}

export interface ExitProbesOptions {
  pace: ProbePace;
  exits: ReadonlyMap<string, ProbedExit>;
  isSold: (exitId: string) => boolean;
  check: CheckExit;
  /** Null if no target is configured; then every failure is the exit's. */
  target: ProbeTarget | null;
  /** Called when the health of an exit changed. */
  changed: (exitId: string) => void;
  log: Log;
}

export class ExitProbes {
  #options: ExitProbesOptions;
  #pace: AdaptiveInterval;
  /** Due exits; the last one is probed next. */
  #due: ProbedExit[] = [];
  /** How many probes may still be started in this tick. */
  #left = 0;
  /** When exits may be probed again after an inconclusive probe. */
  #waiting = new WeakMap<ProbedExit, number>();
  #probes = 0;
  /** Nothing is due before this time, according to the last check of all exits. */
  #idleUntil = 0;
  /** By then something has to be probed. */
  #urgentAt = 0;
  #running = new Set<ProbedExit>();
  #runningDown = 0;
  #filling = false;
  #stopped = false;
  #wentDown: string[] = [];
  #recovered: string[] = [];
  /** The number of probes that threw an error, and the last error. */
  #failures = 0;
  #lastError = "";
  #loggedAt = -Infinity;

  constructor(options: ExitProbesOptions) {
    this.#options = options;
    this.#pace = new AdaptiveInterval(options.pace.tickMs, () => this.#tick());
  }

  stop(): void {
    this.#stopped = true;
    this.#due = [];
    this.#pace.stop();
  }

  /** Call when a customer's connection failed, to probe the exit now. */
  suspect(exitId: string): void {
    const probed = this.#options.exits.get(exitId);
    if (probed?.health.state !== "up") return;
    const { health } = probed;
    if (performance.now() - health.at < suspicionMs) return;
    probed.health = { ...health, stretch: 0 };
    this.#checkSoon();
  }

  /** Call when the exit is reached in a different way, so that its health is unknown again. */
  forget(probed: ProbedExit): void {
    this.#checkSoon();
    probed.health = unknownExitHealth;
    this.#waiting.delete(probed);
  }

  /** Call when a probe may be due before the next scheduled check. */
  #checkSoon(): void {
    this.#idleUntil = 0;
    this.#pace.wake();
  }

  /** Starts what is due; returns whether more has to be started within a second. */
  #tick(): boolean {
    const { exits, target, isSold, pace } = this.#options;
    this.#log();
    if (target?.down) {
      this.#judgeUnknown();
      return true;
    }
    const now = performance.now();
    if (now < this.#idleUntil) return this.#urgentAt - now < idleMs;
    let soonest = now + idleTicks * pace.tickMs;
    let urgent = Infinity;
    const due: { probed: ProbedExit; sold: boolean; at: number }[] = [];
    let steady = 0;
    for (const probed of exits.values()) {
      if (probed.openPorts === 0) continue;
      const sold = isSold(probed.exit.id);
      steady += pace.tickMs / (sold ? pace.soldMs : pace.unsoldMs);
      if (this.#running.has(probed)) continue;
      const at = Math.max(dueAt(probed.health, sold, pace), this.#waiting.get(probed) ?? 0);
      if (at <= now) due.push({ probed, sold, at });
      else {
        soonest = Math.min(soonest, at);
        urgent = Math.min(urgent, at + spareMs(probed.health, sold, pace));
      }
    }
    this.#idleUntil = soonest;
    this.#urgentAt = urgent;
    // Allows twice the long-term rate, so that missed probes are made up for.
    this.#left = Math.max(pace.perTick, Math.ceil(2 * steady));
    // Sorted by urgency, most urgent last: sold exits, and among those the longest due.
    due.sort((one, other) => Number(one.sold) - Number(other.sold) || other.at - one.at);
    this.#due = due.map(({ probed }) => probed);
    this.#fill();
    // When those that run are due again is not known yet.
    const goesOn = this.#due.length > 0 || this.#running.size > 0;
    if (goesOn) this.#idleUntil = 0;
    return goesOn || urgent - now < idleMs;
  }

  /** While the target is down, exits of unknown health count as reachable. */
  #judgeUnknown(): void {
    this.#due = [];
    for (const probed of this.#options.exits.values()) {
      if (probed.health.judged || probed.openPorts === 0) continue;
      this.#set(probed, { ...probed.health, judged: true });
    }
  }

  #fill(): void {
    const passed: ProbedExit[] = [];
    while (this.#running.size < maxAtOnce && this.#left > 0) {
      const probed = this.#due.pop();
      if (probed === undefined) break;
      const isDown = probed.health.state === "down";
      if (isDown && this.#runningDown >= maxOfDown) passed.push(probed);
      else if (!this.#running.has(probed)) void this.#probe(probed, isDown);
    }
    if (passed.length > 0) this.#due = [...passed, ...this.#due];
  }

  /** Yields to the event loop, in case probes end immediately. */
  #scheduleFill(): void {
    if (this.#filling || this.#due.length === 0) return;
    this.#filling = true;
    setImmediate(() => {
      this.#filling = false;
      this.#fill();
    });
  }

  async #probe(probed: ProbedExit, isDown: boolean): Promise<void> {
    const { check, target, pace } = this.#options;
    const { exit } = probed;
    this.#running.add(probed);
    this.#left -= 1;
    this.#probes += 1;
    const seed = spreadSeed + this.#probes;
    if (isDown) this.#runningDown += 1;
    try {
      const failed = await check(exit);
      if (failed !== null && target && !(await target.answers())) return;
      if (this.#stopped || probed.closed || probed.exit !== exit) return;
      if (failed === inconclusive) return this.#postpone(probed);
      const spread = hashText(exit.id, seed) / 2 ** 32;
      this.#set(probed, nextHealth(probed.health, failed, { now: performance.now(), spread }));
    } catch (error) {
      // An internal error says nothing about the exit, so its health does not change.
      this.#waiting.set(probed, performance.now() + pace.downMs);
      this.#failures += 1;
      this.#lastError = error instanceof Error ? (error.stack ?? error.message) : String(error);
    } finally {
      this.#running.delete(probed);
      if (isDown) this.#runningDown -= 1;
      this.#scheduleFill();
    }
  }

  /** The probe was inconclusive: keeps the current health for a while. */
  #postpone(probed: ProbedExit): void {
    this.#waiting.set(probed, performance.now() + this.#options.pace.downMs);
    if (!probed.health.judged) this.#set(probed, { ...probed.health, judged: true });
  }

  #set(probed: ProbedExit, health: ExitHealth): void {
    const before = probed.health;
    probed.health = health;
    if (health.state !== "up") this.#checkSoon();
    const wasDown = before.state === "down";
    const isDown = health.state === "down";
    if (isDown && !wasDown) this.#wentDown.push(probed.exit.id);
    if (wasDown && health.state === "up") this.#recovered.push(probed.exit.id);
    if (before.judged && wasDown === isDown && before.detail === health.detail) return;
    this.#options.changed(probed.exit.id);
  }

  /** Logs at most one line of each kind per second, however many exits changed. */
  #log(): void {
    const now = performance.now();
    const news = this.#wentDown.length + this.#recovered.length + this.#failures;
    if (news === 0 || now - this.#loggedAt < logEveryMs) return;
    this.#loggedAt = now;
    const lost = this.#wentDown.splice(0);
    const back = this.#recovered.splice(0);
    const { log, exits } = this.#options;
    const fields = (ids: string[]) => ({ count: ids.length, exits: ids.slice(0, maxNamed) });
    const detail = exits.get(lost[0] ?? "")?.health.detail;
    if (lost.length > 0) log.warn({ ...fields(lost), detail }, "static exits unreachable");
    if (back.length > 0) log.info(fields(back), "static exits reachable again");
    if (this.#failures === 0) return;
    log.error({ count: this.#failures, error: this.#lastError }, "static exit probes failed");
    this.#failures = 0;
  }
}
