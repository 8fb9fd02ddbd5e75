/** All of an account's opened IPs that are in use, some at a time. */
import type { IpAuth } from "@turnpike/contract/pool.ts";
import type { Db } from "../../platform/db/database.ts";
import { activeAfter } from "./store/lists.ts";
import type { OpenedRow } from "./store/opened-ips.ts";

/** Rows of a step at most. */
export const stepRows = 500;

/** Of one kind, or (undefined) of both; the newest first, at an instant in ms since 1970. */
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
