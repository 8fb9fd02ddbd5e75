/** Why requests of a usage report did not succeed. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { gatewaySentences } from "@turnpike/locales/gateway.ts";
import type { UsageSpan } from "@turnpike/rules/usage.ts";
import type { Db } from "../../platform/db/database.ts";
import { topKeys, type UsageFilter } from "../../products/usage/store/read.ts";

const mostReasons = 50;

/** The most frequent first. Reasons are not kept by domain: none where one is asked for. */
export async function reasonsOf(
  db: Db,
  filter: UsageFilter,
  { span, lang }: { span: UsageSpan; lang: Lang },
) {
  if (filter.domain !== null) return [];
  const rows = await topKeys(db, filter, { span, key: "reason", limit: mostReasons });
  return rows.map(({ key, refused, cut, failed }) => {
    const [outcome = "", reason = ""] = key.split(":");
    const { text, fix } = gatewaySentences(lang, reason);
    return {
      reason,
      outcome: outcome as "refused" | "cut" | "failed",
      label: text || reason,
      fix,
      requests: refused + cut + failed,
    };
  });
}
