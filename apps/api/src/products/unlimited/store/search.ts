/** Searches unlimited plans and their ports. */
import { planRetentionMs } from "@turnpike/rules/unlimited.ts";
import { sql } from "kysely";
import { joinNonEmpty, searchRows, type SearchQuery } from "../../../platform/search.ts";

/** Searches the account's listed plans by order number and region. */
export const searchPlans = (query: SearchQuery) =>
  searchRows(query, "plan", {
    rows: sql`
      from unlimited_plan
      where account_id = ${query.accountId} and expires_at > ${new Date(query.now - planRetentionMs)}`,
    id: sql`id`,
    name: sql`order_no`,
    detail: joinNonEmpty(sql`region`, sql`'×' || quantity`),
    owner: sql`kind || ' ' || id`,
    texts: [sql`order_no`, sql`region`],
  });

/** Searches the ports of these plans by number, name and remark. */
export const searchPorts = (sought: SearchQuery) =>
  searchRows(sought, "port", {
    rows: sql`
      from unlimited_port o join unlimited_plan p on p.id = o.plan_id
      where o.account_id = ${sought.accountId}
        and p.expires_at > ${new Date(sought.now - planRetentionMs)}`,
    id: sql`o.id`,
    name: sql`o.port::text`,
    detail: joinNonEmpty(sql`o.name`, sql`p.region`, sql`o.remark`),
    owner: sql`p.kind || ' ' || p.id`,
    texts: [sql`o.name`, sql`o.remark`],
    ports: [sql`o.port`],
  });
