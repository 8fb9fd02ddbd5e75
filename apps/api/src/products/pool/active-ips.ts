/** Reads all active opened IPs of an account in batches. */
import type { IpAuth } from "@turnpike/contract/pool.ts";
import type { Db } from "../../platform/db/database.ts";
import { activeOpenedAfter } from "./store/lists.ts";
import type { OpenedRow } from "./store/opened-ips.ts";

/** Rows per batch, at most. */
export const batchRows = 500;

/** Yields the IPs active at `now` (ms since 1970), newest first; `auth` undefined: both kinds. */
export async function* activeIps(
  db: Db,
  of: { accountId: string; auth: IpAuth | undefined; now: number },
): AsyncGenerator<OpenedRow[]> {
  let last: OpenedRow | undefined;
  do {
    const rows = await activeOpenedAfter(db, of, { last, limit: batchRows });
    if (rows.length > 0) yield rows;
    last = rows.length < batchRows ? undefined : rows.at(-1);
  } while (last !== undefined);
}
