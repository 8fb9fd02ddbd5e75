/** Everything that expires and for which alerts are sent in advance. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { Expiry, ExpiryKind } from "../../platform/module.ts";
import type { Services } from "../../platform/services.ts";

type WithModules = Pick<Services, "modules">;

/** A query of account_id, subject (`coupon:<id>`), ends_at, long and late (null: no bounds). */
export const endingThings = ({ modules }: WithModules): RawBuilder<unknown> =>
  sql.join(
    [...modules.expiries].map(([kind, { rows, bounded }]: [string, Expiry]) => {
      const subject = sql`${sql.lit(`${kind}:`)} || id`;
      const bounds = bounded
        ? sql`long, late`
        : sql`null::interval as long, null::interval as late`;
      return sql`
      select account_id, ${subject} as subject, ends_at, ${bounds} from (${rows}) ${sql.ref(kind)}`;
    }),
    sql` union all `,
  );

export interface EndingThing {
  kind: ExpiryKind;
  name: string;
  to: string;
}

/** Resolves subjects to things with names in a language; deleted things are left out. */
export async function namedThings(
  { modules }: WithModules,
  db: Db,
  subjects: string[],
  lang: Lang,
): Promise<Map<string, EndingThing>> {
  const things = new Map<string, EndingThing>();
  for (const [kind, { names, to }] of modules.expiries) {
    const start = `${kind}:`;
    const own = subjects.filter((one) => one.startsWith(start));
    if (own.length === 0) continue;
    const ids = own.map((subject) => subject.slice(start.length));
    for (const [id, name] of await names(db, ids, lang)) things.set(start + id, { kind, name, to });
  }
  return things;
}
