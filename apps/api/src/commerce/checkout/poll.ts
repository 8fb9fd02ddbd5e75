/**
 * Asks providers about payments that were begun and not told of, or paid in coins of which more may
 * come: a webhook is lost where this
 * product was away for longer than the provider tries (an hour with BTCPay, three days with Stripe).
 */
import type { Job } from "../../platform/jobs.ts";
import { claimUnanswered, type Unanswered } from "../payment/store/pages.ts";
import type { Services } from "../../platform/services.ts";
import { BTCPAY } from "../payment-provider/btcpay-api.ts";
import { providerNamed } from "../payment-provider/provider.ts";
import { tell } from "./provider-events.ts";

/** BTCPay watches for late money a day after an invoice's end, that is two days after its start. */
const ASKED_FOR_MS = 3 * 86_400_000;
/** Nobody is asked about the same payment more often. */
const PAUSE_MS = 30 * 60_000;
/** A surplus is rare, and asking after each that is paid takes long. */
const PAID_PAUSE_MS = 6 * 3_600_000;
const AT_ONCE = 50;

async function lookAfter(services: Services): Promise<void> {
  const { db, log, world } = services;
  const now = world.now();
  const at = (ms: number) => new Date(now - ms);
  const growing = { provider: BTCPAY, before: at(PAID_PAUSE_MS) };
  const times = { since: at(ASKED_FOR_MS), before: at(PAUSE_MS), growing, now: at(0) };
  const away = new Set<string>();
  for (const one of await claimUnanswered(db, { ...times, limit: AT_ONCE })) {
    if (away.has(one.provider)) continue;
    await look(services, one).catch((error: unknown) => {
      away.add(one.provider);
      log.warn({ err: error, payment: one.paymentId }, "a provider could not be asked");
    });
  }
}

async function look(services: Services, { provider: name, ...payment }: Unanswered): Promise<void> {
  const provider = providerNamed(services.env, name);
  if (provider?.pages) await tell(services, name, await provider.pages.look(payment));
}

export const pollJob: Job = { name: "look-after-payments", everySeconds: 600, run: lookAfter };
