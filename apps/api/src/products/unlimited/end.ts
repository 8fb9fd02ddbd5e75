/**
 * The end of unlimited plans (spec/unlimited#expiry). Gateways close tunnels and refuse new ones at
 * the end by themselves; 24 h later the ports are released here.
 */
import { portCloseDelayMs } from "@turnpike/rules/unlimited.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import { nilUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { recordPortChanges } from "./edit.ts";
import {
  accountsEnded,
  endedPlanIds,
  eraseNames,
  lockEnded,
  lockLiveOf,
  setReleased,
} from "./store/end.ts";

const ACCOUNTS_AT_ONCE = 200;
const PLANS_AT_ONCE = 200;
/** Pages per run, at most; the next run continues. */
const PAGES = 500;

/**
 * Releases the ports of plans that ended 24 h ago, account by account; each account is locked, so
 * that closing it goes first. An error is logged and does not stop other plans and accounts.
 */
export async function releaseEnded(services: Services): Promise<void> {
  const until = new Date(services.world.now() - portCloseDelayMs);
  let after = nilUuid;
  for (let page = 0; page < PAGES; page++) {
    const accounts = await accountsEnded(services.db, { until, after, limit: ACCOUNTS_AT_ONCE });
    for (const accountId of accounts) await releaseOf(services, accountId, until);
    const last = accounts.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

async function releaseOf(services: Services, accountId: string, until: Date): Promise<void> {
  let after = nilUuid;
  for (let page = 0; page < PAGES; page++) {
    const ids = await endedPlanIds(services.db, { accountId, until, after, limit: PLANS_AT_ONCE });
    for (const id of ids) {
      await releaseOne(services, { accountId, id, until }).catch((err: unknown) => {
        services.log.error({ err, plan: id }, "plan close failed");
      });
    }
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

function releaseOne(
  services: Services,
  { accountId, id, until }: { accountId: string; id: string; until: Date },
): Promise<void> {
  return transaction(services.db, async (tx) => {
    await lockAccount(tx, accountId);
    const plan = await lockEnded(tx, id, until);
    if (plan !== null) await closePlans(services, tx, [plan.id]);
  });
}

/** Releases plans that the transaction has locked, and notifies gateways. */
export async function closePlans({ world }: Services, tx: Tx, planIds: string[]): Promise<void> {
  const ports = await setReleased(tx, planIds, new Date(world.now()));
  await recordPortChanges(
    tx,
    ports.map((id) => ({ id })),
  );
}

/**
 * Ends all of accounts' plans and erases the customers' data (spec/accounts#closure: deletion is
 * permanent). The rows stay, without personal data, for the orders and usage sums that refer to
 * them.
 */
export async function eraseUnlimited(
  services: Services,
  tx: Tx,
  accountIds: string[],
): Promise<void> {
  const live = await lockLiveOf(tx, accountIds);
  await closePlans(
    services,
    tx,
    live.map(({ id }) => id),
  );
  await eraseNames(tx, accountIds);
}
