/**
 * The end of static IPs (spec/static#expiry). Gateways refuse an expired IP by themselves; these
 * jobs record the end, release the address and hide old rows.
 */
import { dayMs, renewGraceMs } from "@turnpike/rules/static-ip.ts";
import { cooldownEndsAt } from "@turnpike/rules/static-take.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import { nilUuid } from "../../platform/db/uuid.ts";
import { releaseExitsEach } from "../../inventory/exit/store/static-stock.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Services } from "../../platform/services.ts";
import { emitStaticExpired } from "./webhook-events.ts";
import {
  accountsEnded,
  endedStaticIds,
  type EndStep,
  hideEnded,
  lockEnded,
  markEndsRecorded,
  setReleased,
} from "./store/due.ts";
import { recordEvents } from "./store/events.ts";
import type { StaticRow } from "./store/static-ips.ts";

const ACCOUNTS_AT_ONCE = 200;
const PAGES = 500;
/** Rows per transaction, and transactions per account and run. */
const ROWS_AT_ONCE = 500;
const ROUNDS = 100;
/** How long ended IPs stay on the lists, unless they are deleted before. */
const HIDE_AFTER_MS = 30 * dayMs;

type Work = (services: Services, tx: Tx, rows: StaticRow[]) => Promise<void>;

/** Records each end once in the history and emits its webhook event. */
export function recordEnds(services: Services): Promise<void> {
  const until = new Date(services.world.now());
  return forEachEnded(services, { step: "note", until }, async (given, tx, rows) => {
    await recordEvents(given, tx, rows, { action: "expired" });
    await emitStaticExpired(given, tx, rows);
    await markEndsRecorded(tx, idsOf(rows));
  });
}

/** Releases the exits of IPs that ended 24 h ago and cannot be renewed; gateways drop them. */
export function releaseEnded(services: Services): Promise<void> {
  const now = services.world.now();
  const until = new Date(now - renewGraceMs);
  return forEachEnded(services, { step: "release", until }, async ({ env }, tx, rows) => {
    await setReleased(tx, idsOf(rows), new Date(now));
    const given = rows.map(({ id, expires_at }) => {
      const rests = { expiresAt: expires_at.getTime(), now, restDays: env.STATIC_REST_DAYS };
      return { staticId: id, restsUntil: new Date(cooldownEndsAt(rests)) };
    });
    await releaseExitsEach(tx, given);
    await recordChanges(
      tx,
      rows.map(({ id }) => ({ kind: "staticIp", id })),
    );
  });
}

/** Hides IPs that ended long ago from the customers' lists. */
export async function hideEndedStatics({ db, world }: Services): Promise<void> {
  const now = world.now();
  const before = new Date(now - HIDE_AFTER_MS);
  for (let round = 0; round < ROUNDS; round++) {
    const hidden = await hideEnded(db, { before, now: new Date(now), limit: ROWS_AT_ONCE });
    if (hidden < ROWS_AT_ONCE) return;
  }
}

const idsOf = (rows: StaticRow[]) => rows.map(({ id }) => id);

/**
 * Runs `work` on all ended IPs, account by account, each locked so that closing it goes first. An
 * error is logged and does not stop other accounts or the account's other IPs.
 */
async function forEachEnded(
  services: Services,
  ended: { step: EndStep; until: Date },
  work: Work,
): Promise<void> {
  let after = nilUuid;
  for (let page = 0; page < PAGES; page++) {
    const request = { ...ended, after, limit: ACCOUNTS_AT_ONCE };
    const accounts = await accountsEnded(services.db, request);
    for (const accountId of accounts) {
      await processAccount(services, { ...ended, accountId }, work).catch((err: unknown) => {
        services.log.error({ err, account: accountId }, "static IP ends of an account failed");
      });
    }
    const last = accounts.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

async function processAccount(
  services: Services,
  ended: { step: EndStep; until: Date; accountId: string },
  work: Work,
): Promise<void> {
  let after = nilUuid;
  for (let round = 0; round < ROUNDS; round++) {
    const ids = await endedStaticIds(services.db, { ...ended, after, limit: ROWS_AT_ONCE });
    const endSome = (some: string[]) => processIds(services, { ...ended, ids: some }, work);
    // One failing row would block the others of its transaction, so retry each on its own.
    await endSome(ids).catch(async () => {
      for (const id of ids) {
        await endSome([id]).catch((err: unknown) => {
          services.log.error({ err, static: id }, "static IP end failed");
        });
      }
    });
    const last = ids.at(-1);
    if (last === undefined || ids.length < ROWS_AT_ONCE) return;
    after = last;
  }
}

function processIds(
  services: Services,
  ended: { step: EndStep; until: Date; accountId: string; ids: string[] },
  work: Work,
): Promise<void> {
  return transaction(services.db, async (tx) => {
    await lockAccount(tx, ended.accountId);
    const rows = await lockEnded(tx, ended);
    if (rows.length > 0) await work(services, tx, rows);
  });
}
