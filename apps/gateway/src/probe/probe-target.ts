/** The target that probes dial through exits; dialled directly where one fails, to see whose fault it is. */
import type { Target } from "@turnpike/rules/destination.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import type { Engine } from "../engine/engine.ts";
import type { Log } from "../lib/log.ts";
import type { MaybePromise } from "../lib/maybe-promise.ts";
import type { ProbePace } from "./exit-health.ts";

/** Its name is resolved again after this time. */
const addressesMs = 60_000;
/** An answer is valid this long for other probes that fail. */
const freshMs = 1_000;
const maxAddresses = 3;

export interface ProbeTargetOptions {
  target: Target;
  engine: Engine;
  /** Every address of a name; rejects when there is none. */
  lookup: (host: string) => MaybePromise<string[]>;
  pace: ProbePace;
  log: Log;
}

export class ProbeTarget {
  readonly target: Target;
  /** It did not answer directly when it was dialled last: nothing is concluded until it does. */
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

  /** Its addresses; none where the name does not resolve now. All share one look-up. */
  async addresses(): Promise<string[]> {
    const { host, kind } = this.target;
    if (kind !== "name") return [host];
    if (performance.now() - this.#addressesAt > addressesMs) {
      this.#lookingUp ??= this.#lookUp(host).finally(() => {
        this.#lookingUp = null;
      });
      // The last addresses are used meanwhile, and while the name server is away.
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
      // It is resolved again later; the last addresses are used.
    }
    if (this.#addresses.length > 0) this.#addressesAt = performance.now();
  }

  /** Whether it answers without any exit; while it does not, it is dialled again and again. Never rejects. */
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

/** Waits for the work, at most for the timeout. */
async function within(timeoutMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}

const canonical = (address: string) => canonicalAddress(address) ?? address;
