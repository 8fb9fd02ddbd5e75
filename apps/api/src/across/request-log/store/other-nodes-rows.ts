/**
 * Rows of the trace that another node's row stands in the way of. A customer is told the id of his
 * request at once; a machine that was taken over could tell a row with that id and begin before the
 * machine that served him, whose row would be taken for a repeated one. Such a row is stored some
 * microseconds later, which no gateway can name: they count in milliseconds.
 */
import { nodeOfGateway } from "@turnpike/rules/node.ts";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";

/** A row, and the microseconds beyond its begin under which it is stored; by default none. */
export interface Placed {
  row: { id: string; at: number };
  micros?: number;
}

const mostMicros = 999;

/** A row's begin in the form of PostgreSQL. */
export const atOf = ({ row, micros = 0 }: Placed): string =>
  new Date(row.at).toISOString().replace("Z", `${String(micros).padStart(3, "0")}Z`);

/** Whether the row `known` is of the gateway's node: its workers send each other's rows again. */
export const isOfNode = (gateway: string): RawBuilder<boolean> => {
  const node = nodeOfGateway(gateway);
  const ofWorker = node === null ? "^$" : `^${node}-[0-9]{1,2}$`;
  return sql<boolean>`(known.gateway = ${gateway} or known.gateway ~ ${ofWorker})`;
};

/** Those of the rows that are hidden by another node's, with their place. */
export async function besideOtherNodes<R extends Placed>(
  tx: Tx,
  rows: R[],
  gateway: string,
): Promise<R[]> {
  if (rows.length === 0) return [];
  const { rows: found } = await sql<{ place: number; micros: number }>`
    select given.place::int as place, coalesce(places.own, places.last + 1) as micros
    from unnest(${rows.map(({ row }) => row.id)}::text[], ${rows.map(atOf)}::timestamptz[])
      with ordinality as given (id, at, place)
    cross join lateral (
      select max(micros) filter (where is_own) as own, max(micros) as last,
        coalesce(bool_or(micros = 0 and not is_own), false) as hidden
      from (
        select extract(microseconds from known.at)::int % 1000 as micros,
          ${isOfNode(gateway)} as is_own
        from connection_trace known
        where known.id = given.id and known.at >= given.at
          and known.at < given.at + interval '1 millisecond') as told) as places
    where places.hidden`.execute(tx);
  return found.flatMap(({ place, micros }) => {
    const row = rows[place - 1];
    return row === undefined || micros > mostMicros ? [] : [{ ...row, micros }];
  });
}
