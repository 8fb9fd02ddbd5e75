/** Extraction links by a piece of their remark. */
import { sql } from "kysely";
import { beside, found, type Sought } from "../../platform/search.ts";

/** A query of the account's own. */
export const foundLinks = (sought: Sought) =>
  found(sought, "link", {
    rows: sql`from api_link where account_id = ${sought.accountId}`,
    id: sql`id`,
    name: sql`remark`,
    detail: beside(sql`plan`, sql`country`, sql`'×' || num`),
    texts: [sql`remark`],
  });
