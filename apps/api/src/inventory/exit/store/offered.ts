/** Which exits are offered and sold: those that a node which serves can use (spec/nodes#ownership). */
import { sql } from "kysely";
import { servingNodeIds } from "../../node/store/fleet.ts";

/** As `needsOwner` of the rules, of a row of `exit`. */
export const needsOwner = sql`(not lab and (how = 'local' or product in ('static', 'short')))`;

/** Whether an exit is some serving node's, or every node's. */
export const isOffered = sql`
  case when node_id is null then not ${needsOwner} else node_id in (${servingNodeIds}) end`;
