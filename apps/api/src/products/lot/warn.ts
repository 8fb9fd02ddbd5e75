/**
 * Tells customers of traffic that ends (spec/money#expiry): 7 days and 1 day before, each once, in
 * one mail a day for all lots; webhooks hear of it too. The rows are marked in the mail's transaction.
 */
import { interpolate } from "@turnpike/locales/interpolate.ts";
import { langTag, shopSentences } from "@turnpike/locales/shop.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import { giveSplit } from "@turnpike/link/give-split.ts";
import { dueLotWarning, lotWarningDays } from "@turnpike/rules/lots.ts";
import { dayMs } from "@turnpike/rules/statistics.ts";
import { poolOfAsset } from "@turnpike/rules/traffic-pool.ts";
import { type Contact, lockContacts } from "../../identity/account/store/contacts.ts";
import { type EndingLot, lockEnding, markWarned, ownersToWarn } from "../../ledger/lots.ts";
import { type Tx, transaction } from "../../platform/db/database.ts";
import { isUnreadable } from "../../platform/db/unavailable.ts";
import { nilUuid } from "../../platform/db/uuid.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import { emitEvents } from "../../platform/modules.ts";
import type { Services } from "../../platform/services.ts";
import { poolNames, poolTitle } from "../../platform/traffic-pools/pools.ts";
import { formatTraffic } from "../../platform/format-traffic.ts";

/** Owners per transaction. */
const atOnce = 100;
/** The most transactions of one run; the next one continues. */
const maxRounds = 10_000;
/** The screen where the customer can act. */
export const lotScreen = "/cli/traffic-use";

/** The instant before which lots end that are warned of `days` ahead today. */
export const untilOf = (now: number, days: number) =>
  new Date((Math.floor(now / dayMs) + days + 1) * dayMs);

/** Warns all owners of lots that end soon. */
export async function warnOfLots(services: Services): Promise<void> {
  const { db, world } = services;
  for (const days of lotWarningDays.toSorted((a, b) => a - b)) {
    let after = nilUuid;
    for (let round = 0; round < maxRounds; round += 1) {
      const now = world.now();
      const until = untilOf(now, days);
      const which = { now: new Date(now), until, days, after, limit: atOnce };
      const owners = await ownersToWarn(db, which);
      const last = owners.at(-1);
      if (last === undefined) break;
      const refused = await giveSplit(owners, {
        give: (some) => transaction(db, (tx) => warnOwners(services, tx, some)),
        isRefusal: isUnreadable,
      });
      for (const { item: account, why } of refused)
        services.log.error({ account, why }, "warning of expiring traffic failed");
      after = last;
    }
  }
}

/** The locks keep accounts from being closed meanwhile, and let one of two runs warn. */
async function warnOwners(services: Services, tx: Tx, owners: string[]): Promise<void> {
  const now = services.world.now();
  const until = untilOf(now, Math.max(...lotWarningDays));
  for (const contact of await lockContacts(tx, owners)) {
    const owner = contact.accountId;
    const lots = await lockEnding(tx, { owner, now: new Date(now), until });
    const due: EndingLot[] = [];
    for (const days of lotWarningDays) {
      const own = lots.filter((lot) => dueLotWarning(timesOf(lot), now) === days);
      await markWarned(
        tx,
        own.map(({ id }) => id),
        days,
      );
      due.push(...own);
    }
    if (due.length > 0) await tell(services, tx, contact, sumsOf(due));
  }
}

const timesOf = ({ grantedAt, expiresAt, warnedDays }: EndingLot) => ({
  grantedAt: grantedAt.getTime(),
  expiresAt: expiresAt.getTime(),
  warnedDays,
});

/** What ends of a pool on one day, from its first instant on. */
export interface EndingSum {
  asset: string;
  bytes: number;
  at: Date;
}

/** Adds up what ends of a pool on the same UTC day, the first to end first. */
export function sumsOf(lots: { asset: string; bytes: number; at?: Date; expiresAt?: Date }[]) {
  const ends = lots.map(({ asset, bytes, at, expiresAt }) => {
    return { asset, bytes, at: at ?? expiresAt ?? new Date(0) };
  });
  const dayOf = ({ asset, at }: EndingSum) => `${asset} ${Math.floor(at.getTime() / dayMs)}`;
  return [...Map.groupBy(ends, dayOf).values()]
    .map(
      (same): EndingSum => ({
        asset: same[0]?.asset ?? "",
        bytes: same.reduce((sum, { bytes }) => sum + bytes, 0),
        at: new Date(Math.min(...same.map(({ at }) => at.getTime()))),
      }),
    )
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

async function tell(services: Services, tx: Tx, contact: Contact, sums: EndingSum[]) {
  const { accountId, lang, email, disabled } = contact;
  await emitEvents(
    services,
    tx,
    accountId,
    sums.map(({ asset, bytes, at }) => {
      const expiresAt = at.toISOString();
      const name = amountOf(services, lang, { asset, bytes });
      const data = {
        kind: "traffic" as const,
        id: `${asset}:${expiresAt.slice(0, 10)}`,
        name,
        expiresAt,
      };
      return { event: "expiry.soon", data } as const;
    }),
  );
  if (disabled) return;
  const things = sums.map((sum) => lotSentence(services, lang, sum)).join("\n");
  const values = { things, url: services.env.publicUrl + lotScreen };
  await queueMail(services, tx, { to: email, lang, mail: "trafficExpiry", values });
}

/** Such as `12.5 GB (Mobile 4G)`; with one pool without its name. */
function amountOf(services: Services, lang: Lang, { asset, bytes }: Omit<EndingSum, "at">): string {
  const pool = poolOfAsset(asset);
  const named = pool !== null && poolNames(services).length > 1;
  const title = named ? ` (${poolTitle(services, pool, lang)})` : "";
  return formatTraffic(lang, bytes) + title;
}

/** Says how much traffic ends and when. */
export function lotSentence(services: Services, lang: Lang, sum: EndingSum): string {
  const style = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" } as const;
  const date = `${new Intl.DateTimeFormat(langTag(lang), style).format(sum.at)} UTC`;
  const name = amountOf(services, lang, sum);
  return interpolate(shopSentences(lang).alerts.lot, { name, date });
}
