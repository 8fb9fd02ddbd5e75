import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { paidCalls } from "../payment/changed-by-payment.ts";
import { useSure } from "../../lib/use-idempotent-command.ts";
import { kindCalls } from "./use-plan.ts";

/** Buys or renews a plan, once, whatever becomes of the answer. */
export function usePlanSure<K extends "orderUnlimit" | "renewalUnlimit">(
  name: K,
  kind: UnlimitedKind,
) {
  return useSure(name, [kindCalls[kind].sold, ...paidCalls]);
}
