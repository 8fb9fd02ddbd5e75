/** Removes cards at their provider after they were deleted here, outside any transaction. */
import type { Services } from "../../platform/services.ts";
import { retryDelayMs } from "../refund/send.ts";
import { vaultOf } from "./save.ts";
import { type CardRemoval, claimRemovals, deleteRemoval, postponeRemoval } from "./store/cards.ts";

/** Of one run; the next one continues. */
const AT_ONCE = 50;
/** How long other workers skip a claimed removal. */
const CLAIM_MS = 2 * 60_000;
/** Some three days with the delays of refunds; a card that nobody knows does no harm. */
const MAX_TRIES = 20;

export async function removeCards(services: Services): Promise<void> {
  const { db, world } = services;
  const times = { now: new Date(world.now()), nextAt: new Date(world.now() + CLAIM_MS) };
  for (const removal of await claimRemovals(db, { ...times, limit: AT_ONCE }))
    await remove(services, removal);
}

async function remove(services: Services, removal: CardRemoval): Promise<void> {
  const { db, log, world } = services;
  const { provider, ref, tries } = removal;
  try {
    const vault = vaultOf(services, provider);
    if (!vault) throw new Error(`payment provider not set up: ${provider}`);
    await vault.remove(ref);
    await deleteRemoval(db, removal);
  } catch (error) {
    log.warn({ err: error, provider, ref, tries }, "card removal at the provider failed");
    if (tries >= MAX_TRIES) return deleteRemoval(db, removal);
    await postponeRemoval(db, { ...removal, nextAt: new Date(world.now() + retryDelayMs(tries)) });
  }
}
