/** Finds the reason of a failed request in the request log. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Services } from "../../platform/services.ts";
import { newestFailure, type RequestFailure, type FailureQuery } from "./store/page.ts";

/** Gateways send rows twice a second, so a recent row arrives within this time. */
const waitMs = 1_500;
const stepMs = 100;

/** Why a sub-account's recent request failed. Waits for its row; null if none arrives. */
export async function findFailure(
  { db }: Services,
  query: FailureQuery,
): Promise<RequestFailure | null> {
  const end = performance.now() + waitMs;
  for (;;) {
    const found = await newestFailure(db, query);
    if (found !== null || performance.now() > end) return found;
    await sleep(stepMs);
  }
}
