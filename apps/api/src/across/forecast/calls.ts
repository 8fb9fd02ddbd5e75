/** Forecasts how long balances last, and lists what expires soon (see `rules/forecast.ts`). */
import { idsInPool } from "../../products/sub-account/store/lists.ts";
import { assetOfPool, firstPool } from "@turnpike/rules/traffic-pool.ts";
import { hasPools, poolNames, poolTitle } from "../../platform/traffic-pools/pools.ts";
import {
  aheadDays,
  forecastOf,
  type RateBasis,
  shownDays,
  tenths,
  trafficBasis,
  walletBasis,
} from "@turnpike/rules/forecast.ts";
import { dayMs, dayOf, lastDays, stepsOf } from "@turnpike/rules/statistics.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { type Balances, balances } from "../../ledger/balances.ts";
import { spentByDay } from "../../ledger/spent.ts";
import { productsOnSale } from "../../commerce/product/store/products.ts";
import { quotedTerms } from "../../commerce/tax/tax-sale.ts";
import type { Services } from "../../platform/services.ts";
import { renewingOf } from "../../products/static/store/renewing.ts";
import { sumsByStep } from "../../products/traffic/store/statistics.ts";
import { endingsOf } from "./endings.ts";
import { renewalsOf } from "./renewals.ts";

/** How many expiries the home page lists; the screens list all. */
const ENDINGS = 10;

export function forecastCalls(services: Services): Pick<Handlers, "forecast"> {
  const { db, world } = services;
  return {
    async forecast(_question, { accountId, lang }) {
      const now = world.now();
      const to = now + aheadDays * dayMs;
      const held = await balances(db, accountId);
      const others = poolNames(services).filter((pool) => {
        return pool !== firstPool && assetOfPool(pool) in held;
      });
      const ahead = async (pool: string) =>
        trafficAhead(
          held[assetOfPool(pool)] ?? 0,
          await usedTraffic(services, { accountId, pool }, now),
          now,
        );
      const [traffic, pools, wallet, ending] = await Promise.all([
        ahead(firstPool),
        Promise.all(
          others.map(async (pool) => {
            const { days: _, ...figures } = await ahead(pool);
            return { pool, title: poolTitle(services, pool, lang), ...figures };
          }),
        ),
        usedWallet(services, accountId, now),
        endingsOf(services, { accountId, lang, from: now, to, limit: ENDINGS }),
      ]);
      return {
        traffic,
        pools,
        wallet: walletAhead(held, wallet, now),
        ...ending,
      };
    },
  };
}

/** A pool's bytes per day, including days without traffic, as in `/v1/traffic/statis`. */
async function usedTraffic(
  services: Services,
  { accountId, pool }: { accountId: string; pool: string },
  now: number,
) {
  const among = hasPools(services) ? idsInPool(accountId, pool) : undefined;
  const span = lastDays({ now, days: trafficBasis.seenDays, by: "day" });
  const sums = await sumsByStep(services.db, {
    accountId,
    subAccountId: null,
    among,
    span,
    by: "day",
  });
  const byStart = new Map(sums.map((sum) => [sum.at, sum.upBytes + sum.downBytes]));
  return stepsOf(span, "day").map((at) => ({ day: dayOf(at), bytes: byStart.get(at) ?? 0 }));
}

/** What orders charged to the wallet, and what renewals will charge. */
async function usedWallet(services: Services, accountId: string, now: number) {
  const { db } = services;
  const sale = { accountId, what: "order", method: "wallet" } as const;
  const span = lastDays({ now, days: walletBasis.seenDays, by: "day" });
  const [spent, renewing, products, terms] = await Promise.all([
    spentByDay(db, { accountId, span }),
    renewingOf(db, { accountId, now: new Date(now) }),
    productsOnSale(db, { now, accountId }),
    quotedTerms(services, sale, { lenient: true }),
  ]);
  return { spent, renewing, products, terms };
}

function trafficAhead(left: number, days: Awaited<ReturnType<typeof usedTraffic>>, now: number) {
  const used = days.map(({ bytes }) => bytes);
  const { perDay, ...rate } = rateOf(left, used, { basis: trafficBasis, now });
  return {
    leftBytes: left,
    todayBytes: used.at(-1) ?? 0,
    yesterdayBytes: used.at(-2) ?? 0,
    perDayBytes: perDay,
    days: days.slice(-shownDays),
    ...rate,
  };
}

function walletAhead(
  held: Balances,
  { spent, ...renewals }: Awaited<ReturnType<typeof usedWallet>>,
  now: number,
) {
  const { perDay, ...rate } = rateOf(held.wallet, spent, { basis: walletBasis, now });
  const ahead = renewalsOf({ held, ...renewals });
  return {
    leftCents: held.wallet,
    perDayCents: perDay,
    renewals: ahead.count,
    renewalsCents: ahead.walletCents,
    missingCents: Math.max(0, ahead.walletCents - held.wallet),
    ...rate,
  };
}

/** Rounds to whole bytes or cents per day, and tenths of days. */
function rateOf(left: number, days: number[], { basis, now }: { basis: RateBasis; now: number }) {
  const todayShare = (now % dayMs) / dayMs;
  const { perDay, fromDays, daysLeft } = forecastOf({ left, days, todayShare, basis });
  return {
    perDay: Math.round(perDay),
    fromDays,
    daysLeft: daysLeft === null ? null : tenths(daysLeft),
  };
}
