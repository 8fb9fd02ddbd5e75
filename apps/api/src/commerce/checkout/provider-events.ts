/** Hands what a provider tells to the one place where it takes effect. */
import { keepCharge } from "../payment/store/pages.ts";
import { settle } from "./settle.ts";
import type { Services } from "../../platform/services.ts";
import type { Told } from "../payment-provider/provider.ts";

/** Applies news in their order; what is about no payment of this provider's is noted in the log. */
export async function tell(services: Services, provider: string, told: Told[]): Promise<void> {
  const { db, log } = services;
  for (const { id, paymentId, news, charge } of told) {
    if (charge) await keepCharge(db, { provider, paymentId, charge });
    const status = await settle(services, { id, provider, paymentId, news });
    if (status === null) log.warn({ provider, event: id, paymentId }, "no such payment of theirs");
  }
}
