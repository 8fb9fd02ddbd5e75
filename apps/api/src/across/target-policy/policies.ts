/**
 * Lists of domains that the operator refuses (spec/operator#target-policy). What they are called and
 * where they count is a setting, so that every API process tells its gateways of a change at once;
 * gateways ask for the names themselves.
 */
import type { TargetPolicy } from "@turnpike/contract/target-facts.ts";
import { storedPolicies, type StoredPolicy } from "@turnpike/contract/target-policy.ts";
import { setting } from "../../platform/setting/setting.ts";

export const policySetting = setting<StoredPolicy[]>({
  name: "targetPolicies",
  schema: storedPolicies,
  initial: [],
});

/** The lists that count somewhere, as gateways get them. */
export const policyFacts = (policies: readonly StoredPolicy[]): TargetPolicy[] =>
  policies
    .filter(({ pools }) => pools === null || pools.length > 0)
    .map(({ name, sha256, bytes, pools, exceptApproved }) => {
      return { name, sha256, bytes, pools, exceptApproved };
    });
