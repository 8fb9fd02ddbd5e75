/** Searches an account's own things by part of their name, with one query over all modules. */
import { foundKinds } from "@turnpike/contract/find.ts";
import { sql } from "kysely";
import type { Handlers } from "../../platform/http/handler.ts";
import type { FoundRow } from "../../platform/search.ts";
import type { Services } from "../../platform/services.ts";
import { hostPrefixOf } from "../../inventory/node/fleet.ts";
import { screenOf } from "./screen-of.ts";

/** Sorts by kind; within a kind the query's order is kept. */
const compareKinds = (one: FoundRow, other: FoundRow) =>
  foundKinds.indexOf(one.kind) - foundKinds.indexOf(other.kind);

export function findCalls({ db, env, modules, world }: Services): Pick<Handlers, "find"> {
  return {
    async find({ q }, { accountId }) {
      const text = q.trim();
      if (text === "") return { items: [] };
      const host = await hostPrefixOf({ env }, db, text);
      const query = { accountId, now: world.now(), text, host };
      const queries = modules.search.flatMap((search) => search(query));
      const { rows } = await sql<FoundRow>`
        select * from (${sql.join(queries, sql` union all `)}) as of_all_kinds
        order by rank, length(name), name, id`.execute(db);
      const items = rows.sort(compareKinds).map((row) => ({
        kind: row.kind,
        id: row.id,
        name: row.name,
        detail: row.detail,
        to: screenOf(row),
      }));
      return { items };
    },
  };
}
