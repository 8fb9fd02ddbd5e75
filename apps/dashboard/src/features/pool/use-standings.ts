import { useCall } from "../../lib/queries.ts";
import { historyCalls, type IpAuth, OPENING_MS, type OpenedIp } from "./pool-ip.ts";

/** The most that one answer holds. */
const LOOKED_AT = 100;

/** IPs that were opened just now, as they stand by now; asked anew until all of them are open. */
export function useStandings(auth: IpAuth, rows: readonly OpenedIp[]) {
  const allOpen = (by: ReadonlyMap<string, OpenedIp>) =>
    rows.every((row) => (by.get(row.id) ?? row).open);
  const waits = rows.some((row) => !row.open);
  const question = { page: 1, limit: LOOKED_AT, status: "active" } as const;
  const list = useCall(historyCalls[auth], question, {
    enabled: waits,
    everyMs: waits ? OPENING_MS : false,
  });
  const now = new Map((list.data?.items ?? []).map((row) => [row.id, row] as const));
  return {
    rows: rows.map((row) => now.get(row.id) ?? row),
    allOpen: allOpen(now),
  };
}
