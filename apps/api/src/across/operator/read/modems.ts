/** Modems as the operator sees them. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { isUuid } from "../../../platform/db/uuid.ts";

/** `changing`: a new address is awaited. `unread`: it was never read. */
export type ModemStatus = "free" | "taken" | "resting" | "changing" | "unread" | "unreachable";

export interface ListedModem {
  id: string;
  /** HOST:PORT of its proxy. */
  name: string;
  /** The address that was read last; empty before the first time. */
  address: string;
  /** Since when it is known to have it; null while it changes. */
  since: Date | null;
  state: ModemStatus;
  product: string;
  country: string;
  city: string;
  node: string;
  provenance: string;
  minSeconds: number;
  rotations: number;
  rotatedAt: Date | null;
  failedAt: Date | null;
  /** Why the last rotation or reading failed; empty since it did not. */
  trouble: string;
  holderId: string | null;
  holderEmail: string | null;
}

/** All modems by host and port, at most `limit`. */
export async function listModems(db: Db, now: Date, limit: number): Promise<ListedModem[]> {
  const { rows } = await sql<ListedModem>`
    select e.id, e.host || ':' || e.port as name, coalesce(host(m.address), '') as address,
      (select from_at from modem_address a where a.exit_id = m.exit_id and a.until_at is null
        limit 1) as since,
      case when m.changing_since is not null then 'changing' when m.address is null then 'unread'
        when not coalesce(h.reachable, true) then 'unreachable'
        when e.taken_by is not null then 'taken' when e.rests_until > ${now} then 'resting'
        else 'free' end as state,
      e.product, e.country, e.city_name as city, coalesce(n.name, '') as node, e.provenance,
      m.min_seconds as "minSeconds", m.rotations, m.rotated_at as "rotatedAt",
      m.failed_at as "failedAt", m.trouble, a.id as "holderId",
      case when a.closed_at is null then a.email end as "holderEmail"
    from modem m join exit e on e.id = m.exit_id left join exit_health h on h.exit_id = e.id
      left join node n on n.id = e.node_id
      left join static_ip s on s.id = e.taken_by left join account a on a.id = s.account_id
    where e.retired_at is null
    order by e.host, e.port, e.username limit ${limit}`.execute(db);
  return rows;
}

export interface NamedModem {
  id: string;
  name: string;
  address: string | null;
}

/** The modems with this id, HOST:PORT or address; at most two. */
export async function modemNamed(db: Db | Tx, named: string): Promise<NamedModem[]> {
  const { rows } = await sql<NamedModem>`
    select e.id, e.host || ':' || e.port as name, host(m.address) as address
    from modem m join exit e on e.id = m.exit_id
    where e.retired_at is null and (e.id = ${isUuid(named) ? named : null}::uuid
      or e.host || ':' || e.port = ${named} or host(m.address) = ${named})
    order by e.id limit 2`.execute(db);
  return rows;
}
