/** All that ends by itself and that people are told of ahead. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { type RawBuilder, sql } from "kysely";
import { couponNames, endingCoupons } from "../../commerce/coupon/ending.ts";
import type { Db } from "../../platform/db/database.ts";
import { endingStatics, screenOf, staticNames } from "../../products/static/ending.ts";
import { endingPlans, planNames, screenOf as planScreen } from "../../products/unlimited/ending.ts";
import { endingEntries, entryNames } from "../../products/whitelist/ending.ts";

interface Ending {
  /** A query of account_id, id, ends_at; where `bounded` of the intervals `long` and `late` too. */
  rows: RawBuilder<unknown>;
  /** Who wants to be told `long` ahead, or more, is told `late` ahead. */
  bounded?: true;
  names: (db: Db, ids: string[], lang: Lang) => Promise<Map<string, string>>;
  /** The screen where something can be done. */
  to: string;
}

/** By what each is called in the sentences (shop.json `alerts`). */
const endings = {
  whitelist: { rows: endingEntries, names: entryNames, to: "/cli/white-manage" },
  coupon: { rows: endingCoupons, names: couponNames, to: "/cli/home" },
  static: { rows: endingStatics("static"), names: staticNames, to: screenOf.static, bounded: true },
  short: { rows: endingStatics("short"), names: staticNames, to: screenOf.short, bounded: true },
  port: { rows: endingPlans("port"), names: planNames, to: planScreen.port, bounded: true },
  bandwidth: {
    rows: endingPlans("bandwidth"),
    names: planNames,
    to: planScreen.bandwidth,
    bounded: true,
  },
} satisfies Record<string, Ending>;
export type EndingKind = keyof typeof endings;

const kinds = Object.keys(endings) as EndingKind[];

/** A query of account_id, subject (`coupon:<id>`), ends_at, long and late (null: no bounds). */
export const endingThings = sql.join(
  kinds.map((kind) => {
    const subject = sql`${sql.lit(`${kind}:`)} || id`;
    const { rows, bounded }: Ending = endings[kind];
    const bounds = bounded ? sql`long, late` : sql`null::interval as long, null::interval as late`;
    return sql`
      select account_id, ${subject} as subject, ends_at, ${bounds} from (${rows}) ${sql.ref(kind)}`;
  }),
  sql` union all `,
);

export interface EndingThing {
  kind: EndingKind;
  name: string;
  to: string;
}

/** What subjects stand for, in a language; those that are gone meanwhile are left out. */
export async function namedThings(
  db: Db,
  subjects: string[],
  lang: Lang,
): Promise<Map<string, EndingThing>> {
  const things = new Map<string, EndingThing>();
  for (const kind of kinds) {
    const start = `${kind}:`;
    const own = subjects.filter((one) => one.startsWith(start));
    if (own.length === 0) continue;
    const { names, to } = endings[kind];
    const ids = own.map((subject) => subject.slice(start.length));
    for (const [id, name] of await names(db, ids, lang)) things.set(start + id, { kind, name, to });
  }
  return things;
}
