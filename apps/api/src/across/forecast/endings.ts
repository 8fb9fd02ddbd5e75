/** What of an account ends soon: what nothing renews, and what renews itself. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { sql } from "kysely";
import { endingThings, namedThings } from "../alert/ending.ts";
import type { Db } from "../../platform/db/database.ts";
import { renewingStatics } from "../../products/static/renewing.ts";

interface Row {
  subject: string;
  endsAt: Date;
  renews: boolean;
  total: number;
}

const renewing = (term: "static" | "short") => sql`
  select account_id, ${sql.lit(`${term}:`)} || id as subject, ends_at, true as renews
  from (${renewingStatics(term)}) ${sql.ref(`renewing_${term}`)}`;

/** The soonest `limit` within the span, those that nothing renews before the others. */
export async function endingsOf(
  db: Db,
  { accountId, lang, from, to, limit }: Whose & { from: number; to: number; limit: number },
) {
  const { rows } = await sql<Row>`
    select subject, ends_at as "endsAt", renews, count(*) over () as total
    from (
      select account_id, subject, ends_at, false as renews from (${endingThings}) ending
      union all ${renewing("static")} union all ${renewing("short")}) t
    where account_id = ${accountId} and ends_at > ${new Date(from)}
      and ends_at <= ${new Date(to)}
    order by renews, ends_at, subject limit ${limit}`.execute(db);
  const subjects = rows.map(({ subject }) => subject);
  const things = await namedThings(db, subjects, lang);
  const endings = rows
    .toSorted((one, other) => one.endsAt.getTime() - other.endsAt.getTime())
    .flatMap(({ subject, endsAt, renews }) => {
      const thing = things.get(subject);
      if (!thing) return [];
      const autoRenew = thing.kind === "static" || thing.kind === "short" ? renews : null;
      const id = subject.slice(thing.kind.length + 1);
      return [{ ...thing, id, endsAt: endsAt.toISOString(), autoRenew }];
    });
  return { endings, endingsTotal: rows[0]?.total ?? 0 };
}

interface Whose {
  accountId: string;
  lang: Lang;
}
