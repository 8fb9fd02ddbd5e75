import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { changedByPayment } from "../payment/changed-by-payment.ts";
import { useIdempotentCommand } from "../../lib/use-idempotent-command.ts";
import { kindCalls } from "./use-plan.ts";

/** Buys or renews a plan exactly once, even if the answer is lost. */
export function usePlanCommand<K extends "orderUnlimit" | "renewalUnlimit">(
  name: K,
  kind: UnlimitedKind,
) {
  return useIdempotentCommand(name, [kindCalls[kind].sold, ...changedByPayment]);
}
