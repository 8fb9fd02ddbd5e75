/** Probes an exit once, by dialling the target through it as a customer's connection would. */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { Engine, ConnectionLimiter } from "../engine/engine.ts";
import { dial } from "../dial/dial.ts";
import { isOwnError } from "../dial/own-errors.ts";
import { withPrefixAddress } from "../dial/prefix-address.ts";
import { tooManyLookups, UpstreamRefused, type Upstreams } from "../dial/upstreams.ts";
import type { ProbeTarget } from "./probe-target.ts";

/** The error code if a listener's address is not on this machine. */
export const noSuchAddress = "EADDRNOTAVAIL";
export const notLocalMessage = (address: string) =>
  `${address} is not an address of the gateway's machine`;

/** Nothing can be concluded, as the failure may be this machine's own. */
export const inconclusive = Symbol("undecided");
/** Why the probe failed; null if it succeeded. */
type CheckResult = string | null | typeof inconclusive;
/** Checks an exit. Never rejects. */
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
    // `target.answers()` then fails as well, so that the exit is not blamed.
    if (addresses.length === 0) return "the probe target's name does not resolve";
    // An exit of the other address family cannot reach the target: only its address is checked.
    if (exit.how === "local" && !exit.lab && !addresses.some(sameFamily(exit)))
      return checkLocalAddress(engine, exit);
    const request = { exit, target: target.target, addresses, upstreams, timeoutMs };
    return new Promise((resolve) =>
      dial(engine, request, (dialled) => {
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
 * Without a target: a local exit's address must be on this machine, upstreams must accept clients.
 *
 *     refused ──────────────────────────────▶ it fails
 *     silent ─▶ does another upstream answer? ─ yes, or there is none ─▶ it fails
 *                                             └ no ─▶ inconclusive, as for lack of our own resources
 */
export function checkWithoutTarget({ engine, upstreams, timeoutMs }: CheckExitOptions): CheckExit {
  const witnesses = new Witnesses();
  const tryConnect = (exit: ExitFact) =>
    new Promise<Error | null>((resolve) =>
      upstreams.connect(exit, timeoutMs, (opened) => {
        if (opened instanceof Error) return resolve(opened);
        opened.destroy();
        resolve(null);
      }),
    );
  return async (exit) => {
    if (exit.how === "local") return checkLocalAddress(engine, exit);
    const failed = await tryConnect(exit);
    if (failed === null) return witnesses.answered(exit);
    if (failed === tooManyLookups || isOwnError(failed)) return inconclusive;
    if (!hasAnswered(failed)) {
      const others = await Promise.all(witnesses.others(exit).map(tryConnect));
      if (others.length > 0 && !others.some(hasAnswered)) return inconclusive;
    }
    witnesses.failed(exit);
    if (failed instanceof UpstreamRefused) return failed.message;
    return `the upstream does not answer: ${codeOf(failed)}`;
  };
}

const codeOf = (failed: Error) => (failed as NodeJS.ErrnoException).code ?? "";

/** A refused connection also counts as an answer. */
const hasAnswered = (failed: Error | null) => failed === null || codeOf(failed) === "ECONNREFUSED";

const maxWitnesses = 4;

/** Upstreams that recently accepted a connection. If another is silent, they are checked too. */
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

/** Clients are rejected, since only the address is checked. */
const rejectAll: ConnectionLimiter = { accepted: () => false, closed: () => {}, shed: () => false };

/** An open listener outlives its address, so only a new one shows whether the address is there. */
async function checkLocalAddress(engine: Engine, exit: ExitFact): Promise<CheckResult> {
  const { host } = withPrefixAddress(exit, null);
  try {
    const at = { host, port: 0, limiter: rejectAll, exclusive: true } as const;
    const listening = await engine.listen(at, () => {});
    listening.stop();
    return null;
  } catch (error) {
    return codeOf(error as Error) === noSuchAddress ? notLocalMessage(host) : inconclusive;
  }
}
