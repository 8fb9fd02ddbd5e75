/**
 * How long it takes to connect through an exit of the pool. Nobody is charged for it: through a
 * local exit the probe target is dialled, of an upstream proxy its own port alone.
 */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { ProbeTarget } from "./probe-target.ts";
import {
  checkWithoutTarget,
  type CheckExitOptions,
  checkByTarget,
  inconclusive,
} from "./probe-exit.ts";

/** Whole milliseconds, at least 1; null: it failed. Never rejects, but for our own faults. */
export type Measure = (exit: ExitFact) => Promise<number | null | typeof inconclusive>;

/** Without a target a local exit is well while its address is there. */
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
