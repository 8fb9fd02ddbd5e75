/** Renews static IPs: one or many, all or none (spec/static#renewal). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { PayMethod } from "@turnpike/rules/payment-method.ts";
import { decideRenewal } from "@turnpike/rules/static-renewal.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Caller, Handlers } from "../../platform/http/handler.ts";
import { presentPlacedOrder } from "../../commerce/order/calls.ts";
import { providerOf } from "../../commerce/payment/start.ts";
import type { Services } from "../../platform/services.ts";
import { refuseUnsoldPeriod, quoteOf } from "./quote.ts";
import { orderRenewal, renewByWallet } from "./renew.ts";
import { presentStatics } from "./present.ts";
import { findStatics, lockStatics, type StaticRow } from "./store/static-ips.ts";

type Calls = Pick<
  Handlers,
  "staticRenewal" | "staticMoreInfo" | "renewalStatic" | "renewalStaticMany" | "staticMoreRenewal"
>;

export function renewCalls(services: Services): Calls {
  const quote: Calls["staticMoreInfo"] = async ({ ids, days }, { accountId }) => {
    const uniqueIds = [...new Set(ids)];
    const now = services.world.now();
    const of = { accountId, term: "static", days } as const;
    await refuseUnsoldPeriod(services.db, { ...of, now, num: uniqueIds.length, method: "wallet" });
    const rows = await findStatics(services.db, { ...of, ids: uniqueIds });
    refuseUnrenewable(services, rows, { uniqueIds, days });
    return quoteOf(services, { ...of, now, rows });
  };
  const many: Calls["renewalStaticMany"] = ({ ids, days, method, quoteId }, caller, tx) =>
    renew(services, tx, { caller, ids, days, method, quoteId });
  return {
    staticRenewal: quote,
    staticMoreInfo: quote,
    async renewalStatic({ id, ...how }, caller, tx) {
      const done = await renew(services, tx, { caller, ids: [id], ...how });
      return { ...done.items[0], ...done };
    },
    renewalStaticMany: many,
    staticMoreRenewal: many,
  };
}

/**
 * Checks that all requested IPs exist and can still be renewed.
 * @throws Refusal staticNotFound, renewalTooLate
 */
function refuseUnrenewable(
  { world }: Services,
  rows: StaticRow[],
  { uniqueIds, days }: { uniqueIds: string[]; days: number },
): void {
  if (rows.length < uniqueIds.length) throw new Refusal("staticNotFound");
  for (const { expires_at, released_at } of rows) {
    const verdict = decideRenewal({
      expiresAt: expires_at.getTime(),
      days,
      now: world.now(),
      released: released_at !== null,
    });
    if (!verdict.renew) throw new Refusal(verdict.why);
  }
}

interface RenewRequest {
  caller: Caller;
  ids: string[];
  days: number;
  method: PayMethod;
  quoteId?: string | undefined;
}

async function renew(services: Services, tx: Tx, request: RenewRequest) {
  const { caller, ids, days, method, quoteId } = request;
  const { accountId, lang } = caller;
  const uniqueIds = [...new Set(ids)];
  const period = { term: "static", days } as const;
  const now = services.world.now();
  await refuseUnsoldPeriod(tx, { accountId, now, ...period, num: uniqueIds.length, method });
  if (method !== "wallet") providerOf(services, method);
  const rows = await lockStatics(tx, { accountId, term: "static", ids: uniqueIds });
  refuseUnrenewable(services, rows, { uniqueIds, days });
  if (method !== "wallet") {
    const renewing = { rows, days, method, quoteId };
    const { placed, renewed, rows: now } = await orderRenewal(services, tx, renewing);
    const items = await presentStatics(services, tx, now, lang);
    return { renewed, items, creditsUsed: 0, walletCents: 0, ...presentPlacedOrder(placed, lang) };
  }
  const { placed, creditsUsed, walletCents, ...done } = await renewByWallet(services, tx, {
    rows,
    days,
    quoteId,
  });
  const items = await presentStatics(services, tx, done.rows, lang);
  return {
    renewed: done.rows.length,
    items,
    creditsUsed,
    walletCents,
    ...(placed && presentPlacedOrder(placed, lang)),
  };
}
