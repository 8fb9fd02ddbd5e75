/** Lists of domains that the operator refuses, as they are stored (spec/operator#target-policy). */
import { products } from "./link-questions.ts";
import { maxPolicies, type TargetPolicy } from "./target-facts.ts";
import { z } from "zod";

export interface StoredPolicy extends TargetPolicy {
  /** How many different names it has, and how many lines of its file were left out. */
  names: number;
  leftOut: number;
  importedAt: string;
}

export const policyName = /^[a-z0-9][a-z0-9-]{0,39}$/;
/** Where a list can count besides pools of traffic: products with a port or an address of their own. */
export const policyProducts: readonly string[] = products.filter((name) => name !== "traffic");

export const storedPolicies: z.ZodType<StoredPolicy[]> = z
  .array(
    z.object({
      name: z.string().regex(policyName),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      bytes: z.int().min(1),
      pools: z.array(z.string()).nullable(),
      exceptApproved: z.boolean(),
      names: z.int().min(0),
      leftOut: z.int().min(0),
      importedAt: z.string(),
    }),
  )
  .max(maxPolicies);
