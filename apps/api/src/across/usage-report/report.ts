/**
 * Builds the usage report (spec/traffic-plan#usage). The plan's traffic is taken from the
 * statistics, which equal the ledger; what is missing in the sums by place is `(unknown)`.
 */
import type { CallResponse, CallRequest } from "@turnpike/contract/call.ts";
import type { Calls } from "@turnpike/contract/calls.ts";
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import {
  connectPercentile,
  type Grain,
  usageSpan,
  usageSteps,
  type UsageSpan,
} from "@turnpike/rules/usage.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { anySubAccount } from "../../products/sub-account/find.ts";
import { isNothing, noSums, plus, type Sums } from "../../products/usage/store/columns.ts";
import {
  connectsOf,
  stepsByProduct,
  sumsByProduct,
  topKeys,
  type StepSums,
} from "../../products/usage/store/read.ts";
import type { UsageFilter } from "../../products/usage/store/rows.ts";
import { splitBy } from "./split.ts";
import { usageLabels } from "./labels.ts";
import { type Frame, type MeasuredUsage, pointOf, summed } from "./measured.ts";
import { gatewaySentences } from "@turnpike/locales/gateway.ts";
import { sumsOfSpan, sumsByStep } from "../../products/traffic/store/statistics.ts";

/** How many reasons of failed requests are listed. */
const maxReasons = 50;

/** Failure reasons, most frequent first. None for a domain, as they are not stored by domain. */
async function reasonsOf(
  db: Db,
  filter: UsageFilter,
  { span, lang }: { span: UsageSpan; lang: Lang },
) {
  if (filter.domain !== null) return [];
  const rows = await topKeys(db, filter, { span, key: "reason", limit: maxReasons });
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

type Report = CallResponse<Calls["usage"]>;
interface ReportCaller {
  accountId: string;
  lang: Lang;
}

/** Builds a usage report. @throws Refusal badField, subAccountNotFound */
export async function usageReport(
  services: Services,
  question: CallRequest<Calls["usage"]>,
  { accountId, lang }: ReportCaller,
): Promise<Report> {
  const { grain, by, top } = question;
  const now = services.world.now();
  const verdict = usageSpan({
    now,
    from: question.from === undefined ? null : Date.parse(question.from),
    to: question.to === undefined ? null : Date.parse(question.to),
    grain,
    keyed: by !== undefined,
  });
  if ("refused" in verdict) throw new Refusal("badField", { field: verdict.refused });
  const { span, previous } = verdict;
  const filter = await filterOf(services.db, accountId, question);
  const found = await services.statistics((db) =>
    // One snapshot, so that traffic counted in the meantime is not in only some of the sums.
    db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (tx) => {
        const measured = await measure(tx, { filter, span, grain });
        return {
          measured,
          before: await totalsOf(tx, filter, previous),
          connects: await connectsOf(tx, filter, span),
          connectsBefore: await connectsOf(tx, filter, previous),
          split: by === undefined ? null : await splitBy(tx, measured, { by, top, now }),
          reasons: await reasonsOf(tx, filter, { span, lang }),
        };
      }),
  );
  const { measured, split } = found;
  const label = await usageLabels(services, split?.top ?? [], { by, lang });
  return {
    from: new Date(span.from).toISOString(),
    to: new Date(span.to).toISOString(),
    grain,
    totals: { ...pointOf(measured.totals), ...percentiles(found.connects) },
    previous: { ...pointOf(found.before), ...percentiles(found.connectsBefore) },
    series: split
      ? split.series.map(({ at, key, sums }) => ({
          at: iso(at),
          ...label.key(key),
          ...pointOf(sums),
        }))
      : usageSteps(span, grain).map((at) => ({
          at: iso(at),
          ...pointOf(measured.steps.get(at) ?? noSums()),
        })),
    top: (split?.top ?? []).map(({ key, sums }) => ({
      ...label.key(key),
      label: label.of(key),
      ...pointOf(sums),
    })),
    reasons: found.reasons,
  };
}

const iso = (at: number) => new Date(at).toISOString();

const percentiles = (connects: number[]) => ({
  connectP50Ms: connectPercentile(connects, 0.5),
  connectP95Ms: connectPercentile(connects, 0.95),
});

/** @throws Refusal subAccountNotFound */
async function filterOf(
  db: Db,
  accountId: string,
  { account, product, country, domain }: CallRequest<Calls["usage"]>,
): Promise<UsageFilter> {
  const sub = account === undefined ? null : await anySubAccount(db, accountId, account);
  if (account !== undefined && sub === null)
    throw new Refusal("subAccountNotFound", { field: "account" });
  const isCode = country !== undefined && /^[a-z]{2}$/i.test(country);
  return {
    accountId,
    subAccountId: sub?.id ?? null,
    product: product ?? null,
    country: (isCode ? country.toUpperCase() : country) ?? null,
    domain: domain?.toLowerCase() ?? null,
  };
}

/** Sums of a span by step and product, including traffic without a recorded place. */
async function measure(db: Db, frame: Frame & { grain: Grain }): Promise<MeasuredUsage> {
  const byProduct = await stepsByProduct(db, frame.filter, frame);
  const known = byProduct.filter(({ key }) => key === "traffic");
  const rest = await unrecorded(db, frame, known);
  const steps = new Map<number, Sums>();
  const add = (at: number, sums: Sums) => steps.set(at, plus(steps.get(at) ?? noSums(), sums));
  for (const step of byProduct) add(step.at, step);
  for (const [at, sums] of rest) add(at, sums);
  return { ...frame, byProduct, rest, steps, totals: summed(steps.values()) };
}

/** The total of a span. */
async function totalsOf(db: Db, filter: UsageFilter, span: Frame["span"]): Promise<Sums> {
  const products = await sumsByProduct(db, filter, span);
  const known = products.filter(({ key }) => key === "traffic");
  const total = { ...summed(known), at: span.from };
  const rest = await unrecorded(db, { filter, span, grain: null }, isNothing(total) ? [] : [total]);
  return plus(summed(products), summed(rest.values()));
}

/* Traffic in the statistics but not in the sums by place, from before places were recorded. */

/**
 * By step or, if `grain` is null, as one sum at the span's start. `known` are the recorded sums of
 * the plan's traffic. Empty for reports about a place, a domain or another product.
 */
async function unrecorded(
  db: Db,
  { filter, span, grain }: Frame & { grain: Grain | null },
  known: StepSums[],
): Promise<Map<number, Sums>> {
  const { accountId, subAccountId, product, country, domain } = filter;
  const rest = new Map<number, Sums>();
  if (country !== null || domain !== null || (product ?? "traffic") !== "traffic") return rest;
  const of = { accountId, subAccountId, span };
  const counted =
    grain === null ? await sumsOfSpan(db, of) : await sumsByStep(db, { ...of, by: grain });
  for (const { at, upBytes, downBytes, requests } of counted)
    rest.set(at, { ...noSums(), upBytes, downBytes, requests });
  for (const { at, upBytes, downBytes, requests } of known) {
    const sums = { ...noSums(), upBytes, downBytes, requests };
    rest.set(at, plus(rest.get(at) ?? noSums(), sums, -1));
  }
  for (const [at, sums] of rest) if (isNothing(sums)) rest.delete(at);
  return rest;
}
