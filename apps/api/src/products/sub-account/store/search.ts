/** Sub-accounts by a piece of their name or remark. */
import { sql } from "kysely";
import { found, type Sought } from "../../../platform/search.ts";

/** A query of the account's live ones. */
export const searchSubAccounts = (sought: Sought) =>
  found(sought, "subAccount", {
    rows: sql`from sub_account where account_id = ${sought.accountId} and deleted_at is null`,
    id: sql`id`,
    name: sql`name`,
    detail: sql`remark`,
    texts: [sql`name`, sql`remark`],
  });
