/** The instants from which failed deliveries can be resent. */
import { productClock } from "@turnpike/ui/lib/product-clock.ts";
import type { Webhook } from "./webhook-text.ts";

const HOUR_MS = 3_600_000;
const spans = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS, month: 720 * HOUR_MS };
export type Since = "failing" | keyof typeof spans;

/** The options for a webhook; "since it began to fail" only if it is failing. */
export function sincesOf(webhook: Webhook | undefined): Since[] {
  const all = Object.keys(spans) as Since[];
  return webhook?.failingSince ? ["failing", ...all] : all;
}

/** The instant of an option, counted back from now. */
export function instantOf(
  since: Since,
  webhook: Webhook | undefined,
  nowMs = productClock.nowMs(),
): string {
  if (since === "failing" && webhook?.failingSince) return webhook.failingSince;
  return new Date(nowMs - (since === "failing" ? 0 : spans[since])).toISOString();
}
