/** Calls of the traffic plan and its statistics (spec/traffic-plan#statistics). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { grammarHelp } from "@turnpike/locales/grammar.ts";
import {
  chosenSpan,
  dayOf,
  lastDays,
  lastMonths,
  monthOf,
  type Span,
  type Step,
  stepsOf,
} from "@turnpike/rules/statistics.ts";
import { endpoints } from "../../inventory/geo/endpoints.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { countryOf } from "../../platform/geo/country-of.ts";
import { firstPool, poolOfAsset } from "@turnpike/rules/traffic-pool.ts";
import { enterpriseOf } from "../../commerce/order/enterprise.ts";
import type { Services } from "../../platform/services.ts";
import { hasPools, isPool, poolNames, poolTitle } from "../../platform/traffic-pools/pools.ts";
import { lotsOf } from "../../ledger/lots.ts";
import { anySubAccount } from "../sub-account/find.ts";
import { idsInPool } from "../sub-account/store/lists.ts";
import { trafficBalance } from "../sub-account/unallotted.ts";
import { grammarPattern, grammarWords } from "./grammar.ts";
import { sumsByMonth, sumsByStep, topDomains, type StatisticsScope } from "./store/statistics.ts";

type TrafficCalls = Pick<
  Handlers,
  "trafficInfo" | "statis" | "trafficStatis" | "trafficStatisMonth" | "trafficStatisDomain"
>;

export function trafficCalls(services: Services): TrafficCalls {
  return { ...info(services), ...statistics(services) };
}

function info(services: Services) {
  const { db, env, world } = services;
  const countryOfClient = countryOf(env.GEO_COUNTRY_MMDB);
  return {
    trafficInfo: async (_question, { accountId, lang, ip }) => {
      const help = grammarHelp(lang);
      const balanceIn = await trafficBalance(db, accountId);
      const parameters = grammarWords.map((word) => ({ ...word, help: help[word.name] }));
      const lots = await lotsOf(db, accountId, world.now());
      return {
        ...balanceIn(),
        pools: poolNames(services).map((pool) => {
          return { pool, title: poolTitle(services, pool, lang), ...balanceIn(pool) };
        }),
        expires: lots.map(({ asset, bytes, at }) => {
          return { pool: poolOfAsset(asset) ?? firstPool, bytes, at: at.toISOString() };
        }),
        enterprise: (await enterpriseOf(db, accountId)).traffic,
        grammar: { pattern: grammarPattern, parameters },
        endpoints: await endpoints({ env }, db, { country: await countryOfClient(ip), lang }),
        exampleTarget: env.lab
          ? `http://127.0.0.1:${env.LAB_TARGET_PORT}/ip`
          : "https://example.com/",
      };
    },
  } satisfies Partial<TrafficCalls>;
}

function statistics(services: Services) {
  const { statistics: read, world } = services;
  return {
    statis: async ({ days }, { accountId }) => {
      const span = lastDays({ now: world.now(), days, by: "day" });
      const whole = { accountId, subAccountId: null };
      const steps = await read((from) => filledSteps(from, whole, span, "day"));
      const items = steps.map(({ at, bytes, requests }) => ({ day: dayOf(at), bytes, requests }));
      return {
        todayBytes: items.at(-1)?.bytes ?? 0,
        totalBytes: items.reduce((sum, item) => sum + item.bytes, 0),
        requests: items.reduce((sum, item) => sum + item.requests, 0),
        items,
      };
    },
    trafficStatis: async ({ days, from, to, by, ...one }, { accountId }) => {
      const span = chosenSpan({
        from: from === undefined ? null : Date.parse(from),
        to: to === undefined ? null : Date.parse(to),
        by,
        otherwise: lastDays({ now: world.now(), days, by }),
      });
      if (span === null)
        throw new Refusal("badField", { field: from === undefined ? "to" : "from" });
      const of = await scopeOf(services, accountId, one);
      const steps = await read((from) => filledSteps(from, of, span, by));
      return { items: steps.map((step) => ({ ...step, at: new Date(step.at).toISOString() })) };
    },
    trafficStatisMonth: async ({ months }, { accountId }) => {
      const starts = lastMonths({ now: world.now(), months });
      const first = { accountId, from: starts[0] ?? 0 };
      const sums = await read((from) => sumsByMonth(from, first));
      const byMonth = new Map(sums.map((sum) => [sum.month, sum.bytes]));
      const items = starts.map(monthOf).map((month) => {
        return { month, bytes: byMonth.get(month) ?? 0 };
      });
      return { items };
    },
    trafficStatisDomain: async ({ days, top, ...one }, { accountId }) => {
      const span = lastDays({ now: world.now(), days, by: "day" });
      const of = await scopeOf(services, accountId, one);
      return { items: await read((from) => topDomains(from, { ...of, span, top })) };
    },
  } satisfies Partial<TrafficCalls>;
}

/**
 * The account's sub-account with this name, also deleted ones; without a name all of them, or those
 * of a pool. @throws Refusal subAccountNotFound, also of one of another pool; badField pool
 */
async function scopeOf(
  services: Services,
  accountId: string,
  { account, pool }: { account?: string | undefined; pool?: string | undefined },
): Promise<StatisticsScope> {
  if (pool !== undefined && !(await isPool(services, pool)))
    throw new Refusal("badField", { field: "pool" });
  if (account === undefined) {
    const isPart = pool !== undefined && hasPools(services);
    return { accountId, subAccountId: null, ...(isPart && { among: idsInPool(accountId, pool) }) };
  }
  const sub = await anySubAccount(services.db, accountId, account);
  if (sub === null || (pool !== undefined && sub.pool !== pool))
    throw new Refusal("subAccountNotFound", { field: "account" });
  return { accountId, subAccountId: sub.id };
}

/** All steps of a span; those without traffic are 0. */
async function filledSteps(db: Db, of: StatisticsScope, span: Span, by: Step) {
  const sums = await sumsByStep(db, { ...of, span, by });
  const byStart = new Map(sums.map((sum) => [sum.at, sum]));
  return stepsOf(span, by).map((at) => {
    const { upBytes = 0, downBytes = 0, requests = 0 } = byStart.get(at) ?? {};
    return { at, bytes: upBytes + downBytes, upBytes, downBytes, requests };
  });
}
