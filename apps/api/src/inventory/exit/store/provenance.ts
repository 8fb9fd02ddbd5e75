/** The origins of the exits at an address, retired ones too (spec/operator#provenance). */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { nameOfNode } from "../../node/store/fleet.ts";

export interface ExitOrigin {
  id: string;
  product: string;
  kind: "local" | "http" | "socks5";
  /** The supplier, as given in the import. */
  provenance: string;
  /** The machine's own address, or the upstream proxy, and its login. */
  host: string;
  port: number;
  username: string;
  country: string;
  city: string;
  isp: string;
  asn: number;
  lab: boolean;
  /** The node that owns it; null if every node can use it, or none. */
  node: string | null;
  importedAt: Date;
  retiredAt: Date | null;
}

/** All exits ever imported with an address, the newest first. */
export async function originsOf(db: Db, ip: string): Promise<ExitOrigin[]> {
  const { rows } = await sql<ExitOrigin>`
    select id, product, how as kind, provenance, host, port, username, country,
      city_name as city, isp_name as isp, asn, lab, ${nameOfNode(sql`exit.node_id`)} as node,
      created_at as "importedAt", retired_at as "retiredAt"
    from exit where ip = ${ip}::inet
      or id = any(array(select exit_id from modem_address where address = ${ip}::inet))
    order by created_at desc, id limit 100`.execute(db);
  return rows;
}
