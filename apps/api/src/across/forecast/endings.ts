/** What of an account expires soon, with or without automatic renewal. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { sql } from "kysely";
import { endingThings, namedThings } from "../alert/ending.ts";
import type { Services } from "../../platform/services.ts";

interface Row {
  subject: string;
  endsAt: Date;
  renews: boolean;
  total: number;
}

/** Queries for everything that renews automatically. */
const renewing = ({ modules }: Services) =>
  [...modules.expiries].flatMap(([kind, { renewing: rows }]) =>
    rows
      ? [
          sql`
            select account_id, ${sql.lit(`${kind}:`)} || id as subject, ends_at, true as renews
            from (${rows}) ${sql.ref(`renewing_${kind}`)}`,
        ]
      : [],
  );

/** Returns the next `limit` expiries in the span; those without renewal take precedence. */
export async function endingsOf(
  services: Services,
  { accountId, lang, from, to, limit }: Viewer & { from: number; to: number; limit: number },
) {
  const { db } = services;
  const things = sql`select account_id, subject, ends_at, false as renews
    from (${endingThings(services)}) ending`;
  const { rows } = await sql<Row>`
    select subject, ends_at as "endsAt", renews, count(*) over () as total
    from (${sql.join([things, ...renewing(services)], sql` union all `)}) t
    where account_id = ${accountId} and ends_at > ${new Date(from)}
      and ends_at <= ${new Date(to)}
    order by renews, ends_at, subject limit ${limit}`.execute(db);
  const subjects = rows.map(({ subject }) => subject);
  const named = await namedThings(services, db, subjects, lang);
  const endings = rows
    .toSorted((one, other) => one.endsAt.getTime() - other.endsAt.getTime())
    .flatMap(({ subject, endsAt, renews }) => {
      const thing = named.get(subject);
      if (!thing) return [];
      const autoRenew = services.modules.expiries.get(thing.kind)?.renewing ? renews : null;
      const id = subject.slice(thing.kind.length + 1);
      return [{ ...thing, id, endsAt: endsAt.toISOString(), autoRenew }];
    });
  return { endings, endingsTotal: rows[0]?.total ?? 0 };
}

interface Viewer {
  accountId: string;
  lang: Lang;
}
