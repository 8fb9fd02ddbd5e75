/** Traffic that ends within a week, as the dashboard's header shows it. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { lotWarningDays } from "@turnpike/rules/lots.ts";
import { dayMs } from "@turnpike/rules/statistics.ts";
import { lotsOf } from "../../ledger/lots.ts";
import type { Services } from "../../platform/services.ts";
import { lotScreen, lotSentence, sumsOf, untilOf } from "./warn.ts";

/** How many the header lists. */
const LIST_LIMIT = 5;

/** What ends soon, by pool and day, in the caller's language. */
export async function lotNotices(
  services: Services,
  { accountId, lang }: { accountId: string; lang: Lang },
) {
  const now = services.world.now();
  const days = Math.max(...lotWarningDays);
  const until = untilOf(now, days);
  const lots = await lotsOf(services.db, accountId, now);
  return sumsOf(lots.filter(({ at }) => at < until))
    .slice(0, LIST_LIMIT)
    .map((sum) => {
      const day = sum.at.toISOString().slice(0, 10);
      return {
        id: `lot-${sum.asset}-${day}`,
        kind: "alert" as const,
        title: lotSentence(services, lang, sum),
        // When it began to be told.
        at: new Date(Math.min(now, sum.at.getTime() - days * dayMs)).toISOString(),
        to: lotScreen,
      };
    });
}
