/** One probe: the target dialled through an exit, as a customer's connection would be. */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { Engine, ConnectionLimiter } from "../engine/engine.ts";
import { dial } from "../dial/dial.ts";
import { tooMany, UpstreamRefused, type Upstreams } from "../dial/upstreams.ts";
import type { ProbeTarget } from "./probe-target.ts";

/** The error's code where a listener's address is not on this machine. */
export const noSuchAddress = "EADDRNOTAVAIL";
export const notLocal = (address: string) =>
  `${address} is not an address of the gateway's machine`;

/** The fault may be this machine's. */
export const inconclusive = Symbol("undecided");
/** Why it failed; null where it came through. */
type CheckResult = string | null | typeof inconclusive;
/** Tries an exit. Never rejects. */
export type CheckExit = (exit: ExitFact) => Promise<CheckResult>;

export interface CheckExitOptions {
  engine: Engine;
  upstreams: Upstreams;
  timeoutMs: number;
}

export function checkByTarget(target: ProbeTarget, options: CheckExitOptions): CheckExit {
  const { engine, upstreams, timeoutMs } = options;
  return async (exit) => {
    const addresses = await target.addresses();
    // Whether that is the exit's fault the target tells, which does not answer then.
    if (addresses.length === 0) return "the probe target's name does not resolve";
    // An exit of the other family cannot be tried by this target; its address has to do.
    if (exit.how === "local" && !exit.lab && !addresses.some(sameFamily(exit)))
      return addressIsThere(engine, exit);
    const asked = { exit, target: target.target, addresses, upstreams, timeoutMs };
    return new Promise((resolve) =>
      dial(engine, asked, (dialled) => {
        if ("upstream" in dialled) {
          dialled.upstream.peer.destroy();
          return resolve(null);
        }
        const { reason, detail } = dialled.refused;
        resolve(detail === "" ? reason : `${reason}: ${detail}`);
      }),
    );
  };
}

const sameFamily = (exit: ExitFact) => (address: string) =>
  address.includes(":") === exit.host.includes(":");

/**
 * Without a target: a local exit needs its address to be there, an upstream has to take connections.
 *
 *     refused ──────────────────────────────▶ it fails
 *     silent ─▶ does another upstream answer? ─ yes, or there is none ─▶ it fails
 *                                             └ no ─▶ undecided, as where our means are at an end
 */
export function checkWithoutTarget({ engine, upstreams, timeoutMs }: CheckExitOptions): CheckExit {
  const witnesses = new Witnesses();
  const tried = (exit: ExitFact) =>
    new Promise<Error | null>((resolve) =>
      upstreams.connect(exit, timeoutMs, (opened) => {
        if (opened instanceof Error) return resolve(opened);
        opened.destroy();
        resolve(null);
      }),
    );
  return async (exit) => {
    if (exit.how === "local") return addressIsThere(engine, exit);
    const failed = await tried(exit);
    if (failed === null) return witnesses.answered(exit);
    if (failed === tooMany || ownErrors.has(codeOf(failed))) return inconclusive;
    if (!hasAnswered(failed)) {
      const others = await Promise.all(witnesses.others(exit).map(tried));
      if (others.length > 0 && !others.some(hasAnswered)) return inconclusive;
    }
    witnesses.failed(exit);
    if (failed instanceof UpstreamRefused) return failed.message;
    return `the upstream does not answer: ${codeOf(failed)}`;
  };
}

/** Descriptors, memory or ports of this machine are at an end. */
const ownErrors = new Set(["EMFILE", "ENFILE", "ENOMEM", "ENOBUFS", "EADDRINUSE", "EADDRNOTAVAIL"]);

const codeOf = (failed: Error) => (failed as NodeJS.ErrnoException).code ?? "";

/** A refusal came over the network, too. */
const hasAnswered = (failed: Error | null) => failed === null || codeOf(failed) === "ECONNREFUSED";

const maxWitnesses = 4;

/** Upstreams that took a connection last: asked where another is silent, to see whose fault it is. */
class Witnesses {
  #latest = new Map<string, ExitFact>();

  answered(exit: ExitFact): null {
    this.failed(exit);
    this.#latest.set(placeOf(exit), exit);
    const [oldest] = this.#latest.keys();
    if (this.#latest.size > maxWitnesses && oldest !== undefined) this.#latest.delete(oldest);
    return null;
  }

  failed(exit: ExitFact): void {
    this.#latest.delete(placeOf(exit));
  }

  others(exit: ExitFact): ExitFact[] {
    return [...this.#latest.values()].filter((each) => placeOf(each) !== placeOf(exit));
  }
}
const placeOf = ({ host, port }: ExitFact) => `${host} ${port}`;

/** Nobody is let in where only the address is tried. */
const rejectAll: ConnectionLimiter = { accepted: () => false, closed: () => {}, shed: () => false };

/** An open door outlives its address; only a new listener tells whether that is there. */
async function addressIsThere(engine: Engine, { host }: ExitFact): Promise<CheckResult> {
  try {
    const at = { host, port: 0, limiter: rejectAll, exclusive: true } as const;
    const listening = await engine.listen(at, () => {});
    listening.stop();
    return null;
  } catch (error) {
    return codeOf(error as Error) === noSuchAddress ? notLocal(host) : inconclusive;
  }
}
