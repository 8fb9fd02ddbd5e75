/** The target that probes dial through exits. If that fails, it is dialled directly as a check. */
import type { Target } from "@turnpike/rules/destination.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import type { Engine } from "../engine/engine.ts";
import type { Log } from "../lib/log.ts";
import type { MaybePromise } from "../lib/maybe-promise.ts";
import type { ProbePace } from "./exit-health.ts";

/** How long its resolved addresses are used before they are refreshed. */
const addressesMs = 60_000;
/** How long a direct answer is valid for other failing probes. */
const freshMs = 1_000;
const maxAddresses = 3;

export interface ProbeTargetOptions {
  target: Target;
  engine: Engine;
  /** Returns all addresses of a name; rejects if there is none. */
  lookup: (host: string) => MaybePromise<string[]>;
  pace: ProbePace;
  log: Log;
}

export class ProbeTarget {
  readonly target: Target;
  /** Set while the target does not answer directly; failed probes then prove nothing. */
  down = false;
  #options: ProbeTargetOptions;
  #addresses: string[] = [];
  #addressesAt = -Infinity;
  #lookingUp: Promise<void> | null = null;
  #answeredAt = -Infinity;
  #asking: Promise<boolean> | null = null;
  #again: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: ProbeTargetOptions) {
    this.#options = options;
    this.target = options.target;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#again);
  }

  /** Its addresses; empty if the name cannot be resolved now. Concurrent calls share one lookup. */
  async addresses(): Promise<string[]> {
    const { host, kind } = this.target;
    if (kind !== "name") return [host];
    if (performance.now() - this.#addressesAt > addressesMs) {
      this.#lookingUp ??= this.#lookUp(host).finally(() => {
        this.#lookingUp = null;
      });
      // Uses the last addresses in the meantime, and while the name server is unavailable.
      if (this.#addresses.length === 0) {
        await within(this.#options.pace.timeoutMs, this.#lookingUp);
      }
    }
    return this.#addresses;
  }

  async #lookUp(host: string): Promise<void> {
    try {
      const found = await this.#options.lookup(host);
      if (found.length > 0) this.#addresses = found.slice(0, maxAddresses).map(canonical);
    } catch {
      // Keeps the last addresses; the name is resolved again later.
    }
    if (this.#addresses.length > 0) this.#addressesAt = performance.now();
  }

  /** Whether it answers without an exit. Until it does, it is dialled repeatedly. Never rejects. */
  answers(): Promise<boolean> {
    if (performance.now() - this.#answeredAt < freshMs) return Promise.resolve(true);
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #ask(): Promise<boolean> {
    const { pace, log } = this.#options;
    const fields = { target: this.target.authority };
    const answered = await this.#dial().catch((error: unknown) => {
      log.error({ ...fields, error: String(error) }, "probe target check failed");
      return false;
    });
    if (this.#stopped) return false;
    if (answered) {
      this.#answeredAt = performance.now();
      if (this.down) log.info(fields, "probe target reachable again");
    } else {
      if (!this.down) log.warn(fields, "probe target unreachable: exit states are kept");
      clearTimeout(this.#again);
      this.#again = setTimeout(() => void this.answers(), pace.downMs);
    }
    this.down = !answered;
    return answered;
  }

  async #dial(): Promise<boolean> {
    const { engine, pace } = this.#options;
    for (const address of await this.addresses()) {
      const to = { address, port: this.target.port, timeoutMs: pace.timeoutMs };
      const answered = await new Promise<boolean>((resolve) =>
        engine.connect(to, (opened) => {
          if (!(opened instanceof Error)) opened.destroy();
          resolve(!(opened instanceof Error));
        }),
      );
      if (answered) return true;
    }
    return false;
  }
}

/** Waits for `work`, at most until the timeout. */
async function within(timeoutMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}

const canonical = (address: string) => canonicalAddress(address) ?? address;
