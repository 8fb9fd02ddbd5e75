/**
 * Renewals paid by card or crypto: once the payment arrives, the order grants credits, which renew
 * the IPs they were bought for. Credits of IPs that can no longer be renewed remain.
 */
import { decideRenewal } from "@turnpike/rules/static-renewal.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Fulfil, PaidOrder } from "../../platform/module.ts";
import type { Services } from "../../platform/services.ts";
import { renewalOf } from "./store/renewals.ts";
import { extendStatics } from "./renew.ts";
import { lockStatics } from "./store/static-ips.ts";

/**
 * Locks the IPs that a paid order renews before its credits are posted; all renewals lock in this
 * order. Returns the work to run after posting, or null if the order renews nothing.
 */
export async function fulfilRenewal(
  services: Services,
  tx: Tx,
  order: PaidOrder,
): ReturnType<Fulfil> {
  const renewal = order.renewal ? await renewalOf(tx, order.id) : null;
  if (!renewal) return null;
  const { staticIds: ids, days } = renewal;
  const { accountId, kind, orderNo: detail } = order;
  const term = kind === "short" ? "short" : "static";
  const rows = await lockStatics(tx, { accountId, term, ids });
  return async () => {
    const now = services.world.now();
    // Uses the credits that the paid order has just granted.
    const renewable = rows.filter(({ expires_at, released_at }) => {
      const expiresAt = expires_at.getTime();
      return decideRenewal({ expiresAt, days, now, released: released_at !== null }).renew;
    });
    if (renewable.length === 0) return;
    await extendStatics(services, tx, { rows: renewable, days, auto: false, detail });
  };
}
