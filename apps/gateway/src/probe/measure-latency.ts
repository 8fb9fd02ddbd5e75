/**
 * The time to connect through a pool exit. Nobody is charged for it: through a local exit the probe
 * target is dialled, at an upstream proxy only its own port.
 */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { ProbeTarget } from "./probe-target.ts";
import {
  checkWithoutTarget,
  type CheckExitOptions,
  checkByTarget,
  inconclusive,
} from "./probe-exit.ts";

/** Whole milliseconds, at least 1; null: it failed. Rejects only for errors of our own. */
export type Measure = (exit: ExitFact) => Promise<number | null | typeof inconclusive>;

/** Without a target a local exit works while its address is on this machine. */
export function measureBy(target: ProbeTarget | null, by: CheckExitOptions): Measure {
  const toUpstream = checkWithoutTarget(by);
  const toTarget = target && checkByTarget(target, by);
  return async (exit) => {
    const local = exit.how === "local";
    if (local && target?.down) return inconclusive;
    const began = performance.now();
    const failed = await (local && toTarget ? toTarget(exit) : toUpstream(exit));
    if (failed === null) return Math.max(1, Math.round(performance.now() - began));
    if (failed === inconclusive) return inconclusive;
    return local && target && !(await target.answers()) ? inconclusive : null;
  };
}
