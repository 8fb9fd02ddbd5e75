/** The port numbers of unlimited plans at each node. */
import { sql } from "kysely";
import type { PortRange } from "../../../inventory/listening-port/port-range.ts";

/** Customers cannot request a number of this range. */
export const unlimitedPortRange: PortRange<"unlimitedPort"> = {
  kinds: ["unlimitedPort"],
  numbers: (env) => env.UNLIMITED_PORTS,
  lock: 7_271_840,
  ports: sql`unlimited_port`,
  kind: sql`'unlimitedPort'`,
  requested: sql`false`,
  badPorts: sql`unlimited_bad_number`,
  lastRelease: (nodeId) => sql`left join lateral (
    select max(o.released_at) as given_back from unlimited_port o
    where o.node_id = ${nodeId} and o.port = given.port) last on true`,
};
