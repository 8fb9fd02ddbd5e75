/** Reads all active opened IPs of an account in batches. */
import type { IpAuth } from "@turnpike/contract/pool.ts";
import type { Db } from "../../platform/db/database.ts";
import { activeAfter } from "./store/lists.ts";
import type { OpenedRow } from "./store/opened-ips.ts";

/** Rows per batch, at most. */
export const stepRows = 500;

/** Yields the IPs active at `now` (ms since 1970), newest first; `auth` undefined: both kinds. */
export async function* activeIps(
  db: Db,
  of: { accountId: string; auth: IpAuth | undefined; now: number },
): AsyncGenerator<OpenedRow[]> {
  let last: OpenedRow | undefined;
  do {
    const rows = await activeAfter(db, of, { last, limit: stepRows });
    if (rows.length > 0) yield rows;
    last = rows.length < stepRows ? undefined : rows.at(-1);
  } while (last !== undefined);
}
