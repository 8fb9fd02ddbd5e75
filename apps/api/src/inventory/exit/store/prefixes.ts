/** Exits that are IPv6 prefixes: their `ip` has a netmask (spec/operator#exits-import). */
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";

/** Must match the predicate of the index exit_prefix (0034), on a row of `exit`. */
export const isPrefixOf = (ip: RawBuilder<unknown>) =>
  sql`(family(${ip}) = 6 and masklen(${ip}) < 128)`;
export const isPrefix = isPrefixOf(sql`exit.ip`);

/** An exit's own `ip`; a prefix has its length. */
export const ownIp = sql`case when ${isPrefix} then text(exit.ip) else host(exit.ip) end`;

/** An exit's address as people see it: a modem's is the one that was read last, empty before. */
export const shownIp = sql`coalesce((
  select coalesce(host(modem.address), '') from modem where modem.exit_id = exit.id), ${ownIp})`;

/** A prefix's length; null for an address. */
export const prefixLength = sql`case when ${isPrefix} then masklen(exit.ip) end`;

/** Live exits within live prefixes, where the prefix or the exit is among `ids`. */
export async function overlapsOf(
  tx: Tx,
  ids: string[],
): Promise<{ prefix: string; other: string }[]> {
  const { rows } = await sql<{ prefix: string; other: string }>`
    with prefix as (
      select id, ip from exit where ${isPrefix} and retired_at is null)
    select text(prefix.ip) as prefix, ${ownIp} as other
    from prefix join exit on exit.ip <<= prefix.ip and exit.id <> prefix.id
    where exit.retired_at is null
      and (prefix.id = any(${ids}::uuid[]) or exit.id = any(${ids}::uuid[]))
    order by 1, 2 limit 20`.execute(tx);
  return rows;
}
