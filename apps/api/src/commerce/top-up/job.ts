/** Looks for wallets below their threshold, and makes the charges that were begun. */
import type { Job } from "../../platform/jobs.ts";
import { inLanes } from "../../platform/in-lanes.ts";
import type { Services } from "../../platform/services.ts";
import { beginTopUp } from "./begin.ts";
import { chargeTopUp } from "./charge.ts";
import { claimTopUps } from "../saved-card/store/charges.ts";
import { accountsBelow, postpone } from "./store.ts";

/** Of one run; the next one continues. */
const AT_ONCE = 100;
/** How many are worked on at a time: each may wait for the provider. */
const LANES = 4;
/** A charge that got no answer is asked about again after this time. */
const AGAIN_MS = 60_000;

export async function topUpWallets(services: Services): Promise<void> {
  const { db, log, world } = services;
  const failed = (what: string, id: string) => (error: unknown) =>
    log.warn({ err: error, [what]: id }, "top-up failed");
  const now = new Date(world.now());
  await inLanes(await accountsBelow(db, { now, limit: AT_ONCE }), LANES, async (accountId) => {
    await beginTopUp(services, accountId).catch(async (error: unknown) => {
      failed("account", accountId)(error);
      await postpone(db, { accountId, nextAt: new Date(world.now() + AGAIN_MS) });
    });
  });
  const before = new Date(world.now() - AGAIN_MS);
  const claimed = await claimTopUps(db, { now: new Date(world.now()), before, limit: AT_ONCE });
  await inLanes(claimed, LANES, (topUp) =>
    chargeTopUp(services, topUp).catch(failed("payment", topUp.paymentId)),
  );
}

export const topUpJob: Job = { name: "top-up-wallets", everySeconds: 10, run: topUpWallets };
