/**
 * The end of static IPs (spec/static#expiry). Gateways refuse an IP from its minute on by
 * themselves; what has to be written down, given back and forgotten the clock does here.
 */
import { dayMs, renewGraceMs } from "@turnpike/rules/static-ip.ts";
import { restsUntil } from "@turnpike/rules/static-take.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import { nilUuid } from "../../platform/db/uuid.ts";
import { giveBackEach } from "../../inventory/exit/store/static-stock.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Services } from "../../platform/services.ts";
import { emitStaticExpired } from "./webhook-events.ts";
import {
  accountsEnded,
  endedOf,
  type EndStep,
  hideEnded,
  lockEnded,
  setEndNoted,
  setReleased,
} from "./store/due.ts";
import { recordEvents } from "./store/events.ts";
import type { StaticRow } from "./store/static-ips.ts";

const ACCOUNTS_AT_ONCE = 200;
const PAGES = 500;
/** Rows of one transaction, and how many of them follow each other for one account in one run. */
const ROWS_AT_ONCE = 500;
const ROUNDS = 100;
/** What has ended stays on the lists for so long, unless it is deleted before. */
const KEPT_MS = 30 * dayMs;

type Work = (services: Services, tx: Tx, rows: StaticRow[]) => Promise<void>;

/** The history tells of each end, once. */
export function recordEnds(services: Services): Promise<void> {
  const until = new Date(services.world.now());
  return eachEnded(services, { step: "note", until }, async (given, tx, rows) => {
    await recordEvents(given, tx, rows, { action: "expired" });
    await emitStaticExpired(given, tx, rows);
    await setEndNoted(tx, idsOf(rows));
  });
}

/** After the 24 h in which it may be renewed an exit is given back, and gateways forget the IP. */
export function releaseEnded(services: Services): Promise<void> {
  const now = services.world.now();
  const until = new Date(now - renewGraceMs);
  return eachEnded(services, { step: "release", until }, async ({ env }, tx, rows) => {
    await setReleased(tx, idsOf(rows), new Date(now));
    const given = rows.map(({ id, expires_at }) => {
      const rests = { expiresAt: expires_at.getTime(), now, restDays: env.STATIC_REST_DAYS };
      return { staticId: id, restsUntil: new Date(restsUntil(rests)) };
    });
    await giveBackEach(tx, given);
    await recordChanges(
      tx,
      rows.map(({ id }) => ({ kind: "staticIp", id })),
    );
  });
}

/** Takes those that ended long ago off the customers' lists. */
export async function forgetEnded({ db, world }: Services): Promise<void> {
  const now = world.now();
  const before = new Date(now - KEPT_MS);
  for (let round = 0; round < ROUNDS; round++) {
    const hidden = await hideEnded(db, { before, now: new Date(now), limit: ROWS_AT_ONCE });
    if (hidden < ROWS_AT_ONCE) return;
  }
}

const idsOf = (rows: StaticRow[]) => rows.map(({ id }) => id);

/**
 * Works on all that has ended, account by account: who closes one goes first. A fault is in the
 * log, and ends neither the work on other accounts nor on the account's other IPs.
 */
async function eachEnded(
  services: Services,
  ended: { step: EndStep; until: Date },
  work: Work,
): Promise<void> {
  let after = nilUuid;
  for (let page = 0; page < PAGES; page++) {
    const request = { ...ended, after, limit: ACCOUNTS_AT_ONCE };
    const accounts = await accountsEnded(services.db, request);
    for (const accountId of accounts) {
      await endOf(services, { ...ended, accountId }, work).catch((err: unknown) => {
        services.log.error({ err, account: accountId }, "static IP ends of an account failed");
      });
    }
    const last = accounts.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

async function endOf(
  services: Services,
  ended: { step: EndStep; until: Date; accountId: string },
  work: Work,
): Promise<void> {
  let after = nilUuid;
  for (let round = 0; round < ROUNDS; round++) {
    const ids = await endedOf(services.db, { ...ended, after, limit: ROWS_AT_ONCE });
    const endSome = (some: string[]) => endThese(services, { ...ended, ids: some }, work);
    // One that cannot be worked on would keep the others of its transaction.
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

function endThese(
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
