/** What an account has, by a piece of its name: one query over all nouns. */
import { foundKinds } from "@turnpike/contract/find.ts";
import { sql } from "kysely";
import { foundLinks } from "../../products/extraction/by-text.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { foundOrders } from "../../commerce/order/by-text.ts";
import { foundOpenedIps } from "../../products/pool/by-text.ts";
import type { Services } from "../../platform/services.ts";
import { foundStatics } from "../../products/static/by-text.ts";
import { foundSubAccounts } from "../../products/sub-account/by-text.ts";
import { foundPlans, foundPorts } from "../../products/unlimited/by-text.ts";
import { foundWebhooks } from "../webhook/by-text.ts";
import { foundWhitePorts } from "../../products/whitelisted-port/by-text.ts";
import { foundEntries } from "../../products/whitelist/by-text.ts";
import type { FoundRow, Sought } from "./sought.ts";
import { screenOf } from "./to.ts";

const everything = (sought: Sought) => [
  foundSubAccounts(sought),
  foundStatics(sought, "static"),
  foundStatics(sought, "short"),
  foundOpenedIps(sought),
  foundPlans(sought),
  foundPorts(sought),
  foundWhitePorts(sought),
  foundEntries(sought),
  foundLinks(sought),
  foundOrders(sought),
  foundWebhooks(sought),
];

/** The kinds in their order; within a kind as its query has them. */
const inOrder = (one: FoundRow, other: FoundRow) =>
  foundKinds.indexOf(one.kind) - foundKinds.indexOf(other.kind);

export function findCalls({ db, env, world }: Services): Pick<Handlers, "find"> {
  return {
    async find({ q }, { accountId }) {
      const text = q.trim();
      if (text === "") return { items: [] };
      const host = env.GATEWAY_PUBLIC_HOST ?? env.HOST;
      const sought = { accountId, now: world.now(), text, host };
      const { rows } = await sql<FoundRow>`
        select * from (${sql.join(everything(sought), sql` union all `)}) as of_all_kinds
        order by rank, length(name), name, id`.execute(db);
      const items = rows.sort(inOrder).map((row) => ({
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
