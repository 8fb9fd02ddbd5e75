/** Gateway machines with their exits, load, and ports that cannot be opened. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { type RecentRefusal, recentRefusals } from "../../../inventory/node/store/refusals.ts";
import { type NodeLine, nodeLines } from "./nodes.ts";

interface Details {
  name: string;
  exits: number;
  cpuPercent: number | null;
  memoryPercent: number | null;
  badPorts: { port: number; detail: string }[];
}

type Refused = Pick<RecentRefusal, "what" | "count" | "lastAt">;

/** The load is the maximum over the node's workers and their minutes in the last five minutes. */
export async function nodesInDetail(
  db: Db,
  now: Date,
): Promise<(NodeLine & Omit<Details, "name"> & { refused: Refused[] })[]> {
  const since = new Date(now.getTime() - 5 * 60_000);
  const [lines, refusals, { rows }] = await Promise.all([
    nodeLines(db),
    recentRefusals(db),
    sql<Details>`
      select n.name,
        (select count(*)::int from exit e where e.node_id = n.id and e.retired_at is null) as exits,
        load.cpu as "cpuPercent", load.memory as "memoryPercent",
        coalesce((select jsonb_agg(jsonb_build_object('port', b.port, 'detail', b.detail)
            order by b.port) from (
          select port, detail from gate_bad_number where node_id = n.id and until > ${now}
          union select port, detail from unlimited_bad_number
            where node_id = n.id and until > ${now}
          order by port limit 50) b), '[]') as "badPorts"
      from node n left join lateral (
        select max(m.cpu_percent)::float8 as cpu, max(m.memory_percent)::float8 as memory
        from worker_minute m
        where m.minute >= ${since} and m.gateway ~ ('^' || n.name || '-[0-9]{1,2}$')
      ) load on true`.execute(db),
  ]);
  const none = { exits: 0, cpuPercent: null, memoryPercent: null, badPorts: [] };
  return lines.map((line) => {
    const { name, ...found } = rows.find((row) => row.name === line.name) ?? {
      ...none,
      name: line.name,
    };
    const refused = refusals
      .filter(({ nodeId }) => nodeId === line.id)
      .map(({ what, count, lastAt }) => ({ what, count, lastAt }));
    return { ...line, ...found, name, refused };
  });
}
