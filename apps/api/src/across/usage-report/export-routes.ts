/** GET /v1/usageExport?ticket=: the usage report as CSV (spec/traffic-plan#usage). */
import { Readable } from "node:stream";
import type { Answer } from "@turnpike/contract/call.ts";
import type { Calls } from "@turnpike/contract/calls.ts";
import { usageQuestion } from "@turnpike/contract/usage.ts";
import { csvText } from "@turnpike/rules/csv.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { downloadRoute } from "../../identity/ticket/download.ts";
import { fieldRefusal } from "../../platform/http/envelope.ts";
import type { Services } from "../../platform/services.ts";
import { usageReport } from "./report.ts";

const question = z.object(usageQuestion);
const byteOrderMark = "\ufeff";
const sums = ["bytes", "upBytes", "downBytes", "requests", "succeeded", "failed"] as const;
const connects = ["connectP50Ms", "connectP95Ms"] as const;
const header = ["part", "at", "key", "country", "label", ...sums, ...connects];

export function usageExportRoutes(app: FastifyInstance, services: Services): void {
  downloadRoute(app, services, {
    path: "/v1/usageExport",
    purpose: "usage",
    read: ({ ticket: _ticket, lang: _lang, ...fields }) => {
      parse(fields);
      return fields;
    },
    make: async ({ accountId, lang, fields }, wanted) => {
      const report = await usageReport(services, parse({ ...fields, ...wanted }), {
        accountId,
        lang,
      });
      const days = [report.from, report.to].map((at) => at.slice(0, 10)).join("-");
      const type = "text/csv; charset=utf-8";
      return { name: `usage-${days}.csv`, type, body: Readable.from([usageCsv(report)]) };
    },
  });
}

/** @throws Refusal with code 400 */
function parse(fields: Record<string, unknown>) {
  const read = question.safeParse(fields);
  if (!read.success) throw fieldRefusal(read.error.issues, () => false);
  return read.data;
}

/** The report as one table; `part` says which part a row belongs to. */
export function usageCsv(report: Answer<Calls["usage"]>): string {
  type Part = "totals" | "previous" | "series" | "top" | "reasons";
  const row = (part: Part, values: object) => [
    part,
    ...header.slice(1).map((name) => (values as Record<string, string | number>)[name] ?? ""),
  ];
  return (
    byteOrderMark +
    csvText([
      header,
      row("totals", { at: report.from, ...report.totals }),
      row("previous", report.previous),
      ...report.series.map((each) => row("series", each)),
      ...report.top.map((each) => row("top", each)),
      ...report.reasons.map(({ reason, label, requests }) =>
        row("reasons", { key: reason, label, failed: requests }),
      ),
    ])
  );
}
