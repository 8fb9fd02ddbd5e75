/** Traffic that the statistics have and the sums by place have not: from before these existed. */
import type { Grain } from "@turnpike/rules/usage.ts";
import type { Db } from "../../platform/db/database.ts";
import { sumsByStep } from "../../products/traffic/store/statistics.ts";
import { isNothing, noSums, plus, type Sums } from "../../products/usage/store/columns.ts";
import type { StepSums } from "../../products/usage/store/read.ts";
import type { Frame } from "./measured.ts";

/**
 * By step, or (`grain` null) all at the span's start. `known` are the recorded sums of the plan's
 * traffic. Nothing where a place or a domain is asked for, or another product.
 */
export async function unrecorded(
  db: Db,
  { filter, span, grain }: Frame & { grain: Grain | null },
  known: StepSums[],
): Promise<Map<number, Sums>> {
  const { accountId, subAccountId, product, country, domain } = filter;
  const rest = new Map<number, Sums>();
  if (country !== null || domain !== null || (product ?? "traffic") !== "traffic") return rest;
  const counted = await sumsByStep(db, { accountId, subAccountId, span, by: grain ?? "month" });
  for (const { at, upBytes, downBytes, requests } of counted) {
    const step = grain === null ? span.from : at;
    const sums = { ...noSums(), upBytes, downBytes, requests };
    rest.set(step, plus(rest.get(step) ?? noSums(), sums));
  }
  for (const { at, upBytes, downBytes, requests } of known) {
    const sums = { ...noSums(), upBytes, downBytes, requests };
    rest.set(at, plus(rest.get(at) ?? noSums(), sums, -1));
  }
  for (const [at, sums] of rest) if (isNothing(sums)) rest.delete(at);
  return rest;
}
