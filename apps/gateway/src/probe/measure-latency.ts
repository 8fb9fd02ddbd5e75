/**
 * Measures the time to connect through a pool exit, at nobody's expense: through a local exit it
 * dials the probe target, at an upstream proxy only the proxy's own port.
 */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { ProbeTarget } from "./probe-target.ts";
import {
  checkWithoutTarget,
  type CheckExitOptions,
  checkByTarget,
  inconclusive,
} from "./probe-exit.ts";

/** Whole milliseconds, at least 1; null for a failure. Rejects only for internal errors. */
export type Measure = (exit: ExitFact) => Promise<number | null | typeof inconclusive>;

/** Without a target, a local exit counts as working while this machine has its address. */
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
