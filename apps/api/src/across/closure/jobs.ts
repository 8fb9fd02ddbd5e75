/** Deletes data that arrives for accounts after their closure. */
import { closedAccounts, closedAfter, closedSince } from "../../identity/account/store/account.ts";
import { forfeit, ownersWithFreeBalance } from "../../ledger/forfeit.ts";
import { transaction } from "../../platform/db/database.ts";
import { nilUuid } from "../../platform/db/uuid.ts";
import { giveOrSetAside, settle, workThrough } from "../../platform/job-items.ts";
import { inMemory } from "../../platform/in-memory.ts";
import type { Job } from "../../platform/jobs.ts";
import type { Services } from "../../platform/services.ts";
import { clearAccounts } from "./clear.ts";

/** Almost everything arrives within minutes of the closure. */
const RECENT_MS = 86_400_000;
/** How many older accounts one run handles. */
const PAGE = 500;
const OWNERS_AT_ONCE = 50;
const ROUNDS = 100;
const STEPS = 100;

/** Where the next page of older accounts starts. */
const sweepCursor = inMemory(() => ({ after: nilUuid }));

/**
 * Removes data that arrived for closed accounts late: returned leases, log and statistics rows, and
 * what calls wrote that had started before the closure. A gateway may replay its journal at any
 * later time (each report is applied once, whatever its age), so no closed account is ever too old:
 * each run forfeits the money and bytes of all, and clears the records of the recently closed ones
 * and of one page of the others.
 */
async function sweep(services: Services): Promise<void> {
  const { db, world } = services;
  await workThrough(services, {
    kind: "forfeit",
    atOnce: OWNERS_AT_ONCE,
    rounds: ROUNDS,
    list: (except, limit) => ownersWithFreeBalance(db, closedAccounts, { except, limit }),
    run: async (tx, owners) => {
      for (const owner of owners.toSorted())
        await forfeit(tx, { owner, id: world.id(), at: world.now() });
    },
  });
  const recent = await closedSince(db, new Date(world.now() - RECENT_MS));
  const ids = [...new Set([...recent, ...(await nextPage(services))])];
  const give = (some: string[]) => clear(services, some);
  const refused = new Set(await giveOrSetAside(services, { kind: "closure", ids, give }));
  await settle(services, { kind: "closure", done: ids.filter((id) => !refused.has(id)) });
}

/** Clears accounts, as far as one run gets. */
async function clear(services: Services, accountIds: string[]): Promise<void> {
  for (let step = 0; step < STEPS; step++) {
    if (await transaction(services.db, (tx) => clearAccounts(services, tx, accountIds))) return;
  }
}

/** Returns the next page of closed accounts, starting over after the last one. */
async function nextPage(services: Services): Promise<string[]> {
  const cursor = sweepCursor(services);
  const ids = await closedAfter(services.db, { after: cursor.after, limit: PAGE });
  cursor.after = ids.length < PAGE ? nilUuid : (ids.at(-1) ?? nilUuid);
  return ids;
}

export const closureJobs: Job[] = [{ name: "clear-closed-accounts", everySeconds: 60, run: sweep }];
