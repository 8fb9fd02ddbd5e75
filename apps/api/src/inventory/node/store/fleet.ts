/** SQL fragments about nodes, for queries of other tables. */
import { type RawBuilder, sql } from "kysely";

/** `isWorkerUp` of the rules, as SQL. */
const isConnected = sql`exists (
  select from node_worker w where w.node_id = n.id and w.disconnected_at is null
    and w.seen_at > now() - interval '20 seconds')`;

/** A query of the ids of nodes that accept new placements: `servingNodes` of the rules, as SQL. */
export const servingNodeIds: RawBuilder<unknown> = sql`
  select n.id from node n
  where n.retired_at is null and not n.draining and (${isConnected}
    or not exists (select from node o where o.id <> n.id and o.retired_at is null))`;

/** The name of the node whose id is the given column or value. */
export const nameOfNode = (id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select n.name from node n where n.id = ${id})`;
