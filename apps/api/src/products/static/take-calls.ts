/** Calls that take static IPs: credits first, then the wallet (spec/static#taking). */
import { setTimeout as sleep } from "node:timers/promises";
import type { CallResponse } from "@turnpike/contract/call.ts";
import type { staticUse } from "@turnpike/contract/static-take.ts";
import type { Tx } from "../../platform/db/database.ts";
import { healthOf } from "../../inventory/exit/store/health.ts";
import type { Caller, Handlers } from "../../platform/http/handler.ts";
import { presentOrder } from "../../commerce/order/calls.ts";
import { anyGateway } from "../../platform/gateways.ts";
import type { Services } from "../../platform/services.ts";
import { presentStatics } from "./present.ts";
import type { StaticRow } from "./store/static-ips.ts";
import { takeStatics, type TakeStaticsOptions } from "./take.ts";

export function takeCalls(services: Services): Pick<Handlers, "staticUse" | "shortExtract"> {
  return {
    staticUse: (request, caller, tx) =>
      takeAndPresent(services, tx, caller, { term: "static", ...request }),
    shortExtract: (request, caller, tx) =>
      takeAndPresent(services, tx, caller, { term: "short", ...request }),
  };
}

async function takeAndPresent(
  services: Services,
  tx: Tx,
  caller: Caller,
  options: TakeStaticsOptions,
): Promise<CallResponse<typeof staticUse>> {
  const { rows, creditsUsed, order } = await takeStatics(services, tx, caller, options);
  await waitForListeners(services, tx, rows);
  return {
    items: await presentStatics(services, tx, rows, caller.lang),
    creditsUsed,
    walletCents: order?.amountCents ?? 0,
    ...(order && { order: presentOrder(order, caller.lang, null) }),
  };
}

const LISTENERS_TIMEOUT_MS = 1_000;
const LOOK_EVERY_MS = 50;

/**
 * Waits up to a second until gateways have reported the exits' ports, as the response contains
 * them. Gateways report within a second of their own start or of a new exit.
 */
async function waitForListeners(services: Services, tx: Tx, rows: StaticRow[]): Promise<void> {
  if (!(await anyGateway(services))) return;
  const exitIds = rows.map((row) => row.exit_id);
  const end = performance.now() + LISTENERS_TIMEOUT_MS;
  while ((await healthOf(tx, exitIds)).size < exitIds.length && performance.now() < end) {
    await sleep(LOOK_EVERY_MS);
  }
}
