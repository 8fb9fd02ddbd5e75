/** What the operator refuses: blocked targets, and the lists of the target policy. */
import type { Refused } from "@turnpike/rules/admission.ts";
import type { Destination } from "../link/blocked-targets.ts";
import type { Grant } from "../link/grant.ts";
import type { Snapshot } from "../link/snapshot.ts";
import { holderOf } from "./grant.ts";

export const targetBlocked: Refused = { reason: "targetBlocked", detail: "" };

/** Why the operator refuses a target to a grant's holder; null if he does not. */
export function targetBar(
  grant: Grant,
  destination: Destination,
  { snapshot }: { snapshot: Snapshot },
): Refused | null {
  if (snapshot.blockedTargets.has(grant.accountId, destination)) return targetBlocked;
  const { policies } = snapshot;
  if (!policies.isActive) return null;
  const isApproved = () => holderOf(grant, snapshot)?.approved === true;
  return policies.refusal(grant, destination.host, isApproved);
}
