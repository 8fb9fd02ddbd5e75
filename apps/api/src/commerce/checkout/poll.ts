/**
 * Polls providers for payments that were started and never reported, and for crypto payments that
 * more money may arrive for: webhooks are lost if this product is down for longer than the provider
 * retries (an hour for BTCPay, three days for Stripe).
 */
import type { Job } from "../../platform/jobs.ts";
import type { Services } from "../../platform/services.ts";
import { paymentEnv } from "../payment-method/stored-keys.ts";
import { claimForPoll, type PolledPayment } from "../payment/store/pages.ts";
import { growingProviders, providerByName } from "../payment-method/registry.ts";
import { applyEvents } from "./settle.ts";

/** BTCPay watches for late money until a day after an invoice expires, two days after its start. */
const POLLED_FOR_MS = 3 * 86_400_000;
/** Minimum time between two polls of one payment. */
const INTERVAL_MS = 30 * 60_000;
/** Paid payments are polled less often: a surplus is rare, and polling all of them takes long. */
const PAID_INTERVAL_MS = 6 * 3_600_000;
const AT_ONCE = 50;
/** A provider is left alone for this run after so many failures: one payment alone may be at fault. */
const MAX_FAILED = 3;

async function pollPayments(services: Services): Promise<void> {
  const { db, log, world } = services;
  const now = world.now();
  const ago = (ms: number) => new Date(now - ms);
  const growing = { providers: growingProviders(), before: ago(PAID_INTERVAL_MS) };
  const times = { since: ago(POLLED_FOR_MS), before: ago(INTERVAL_MS), growing, now: ago(0) };
  const failed = new Map<string, number>();
  for (const payment of await claimForPoll(db, { ...times, limit: AT_ONCE })) {
    const { provider } = payment;
    if ((failed.get(provider) ?? 0) >= MAX_FAILED) continue;
    await poll(services, payment).catch((error: unknown) => {
      failed.set(provider, (failed.get(provider) ?? 0) + 1);
      log.warn({ err: error, payment: payment.paymentId }, "payment poll failed");
    });
  }
}

async function poll(services: Services, { provider: name, ...payment }: PolledPayment) {
  const provider = providerByName(paymentEnv(services), name);
  if (!provider?.pages) return;
  await applyEvents(services, name, await provider.pages.look(payment));
}

export const pollJob: Job = { name: "poll-payments", everySeconds: 600, run: pollPayments };
