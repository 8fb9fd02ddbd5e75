/** Whitelisted ports by a piece of their number, remark or place. */
import { sql } from "kysely";
import { beside, found, type Sought } from "../../platform/search.ts";
import { gatePorts } from "../../inventory/listening-port/store/leased-ports.ts";

/** A query of those that stand. */
export const foundWhitePorts = (sought: Sought) =>
  found(sought, "whitePort", {
    rows: sql`
      from white_port w join ${gatePorts} g on g.id = w.id and g.released_at is null
      where w.account_id = ${sought.accountId} and g.expires_at > ${new Date(sought.now)}`,
    id: sql`w.id`,
    name: sql`g.port::text`,
    detail: beside(
      sql`concat_ws(' ', nullif(w.country, ''), nullif(w.city_name, ''))`,
      sql`w.remark`,
    ),
    texts: [sql`w.remark`, sql`w.city_name`],
    ports: [sql`g.port`],
  });
