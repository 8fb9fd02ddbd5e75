/** Which exits are offered and sold: those that a serving node can use (spec/nodes#ownership). */
import { sql } from "kysely";
import { servingNodeIds } from "../../node/store/fleet.ts";

/** `needsOwner` of the rules, as SQL on a row of `exit`. */
export const needsOwner = sql`(not lab and (how = 'local' or product in ('static', 'short')))`;

/** Whether a serving node owns the exit, or every node can use it. */
export const isOffered = sql`
  case when node_id is null then not ${needsOwner} else node_id in (${servingNodeIds}) end`;
