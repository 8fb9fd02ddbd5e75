/** Orders by a piece of their number. */
import { sql } from "kysely";
import { beside, found, type Sought } from "../../platform/search.ts";

/** A query of the account's own. */
export const foundOrders = (sought: Sought) =>
  found(sought, "order", {
    rows: sql`from shop_order where account_id = ${sought.accountId}`,
    id: sql`id`,
    name: sql`order_no`,
    detail: beside(sql`sku`, sql`to_char(amount_cents / 100.0, 'FM999999990.00') || ' USD'`),
    texts: [sql`order_no`],
  });
