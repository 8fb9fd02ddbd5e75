/** GET /v1/usageExport?ticket=: one table of the usage report as CSV (spec/traffic-plan#usage). */
import { Readable } from "node:stream";
import type { CallResponse } from "@turnpike/contract/call.ts";
import type { Calls } from "@turnpike/contract/calls.ts";
import { usageFileRequest } from "@turnpike/contract/usage.ts";
import { csvText } from "@turnpike/rules/csv.ts";
import { fileName } from "@turnpike/rules/file-name.ts";
import type { UsagePart } from "@turnpike/rules/usage.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { downloadRoute } from "../../identity/ticket/download.ts";
import { brandOf } from "../../platform/brand/brand.ts";
import { fieldRefusal } from "../../platform/http/envelope.ts";
import type { Services } from "../../platform/services.ts";
import { usageReport } from "./report.ts";

const question = z.object(usageFileRequest);
const byteOrderMark = "\ufeff";
const sums = ["bytes", "upBytes", "downBytes", "requests", "succeeded", "failed"] as const;
const columns: Record<UsagePart, readonly string[]> = {
  series: ["at", "key", "country", ...sums],
  totals: ["from", "to", ...sums, "connectP50Ms", "connectP95Ms"],
  top: ["key", "country", "label", ...sums],
  reasons: ["reason", "outcome", "label", "fix", "requests"],
};

export function usageExportRoutes(app: FastifyInstance, services: Services): void {
  downloadRoute(app, services, {
    path: "/v1/usageExport",
    purpose: "usage",
    read: ({ ticket: _ticket, lang: _lang, ...fields }) => {
      parse(fields);
      return fields;
    },
    make: async ({ accountId, lang, fields }, wanted) => {
      const { part, ...asked } = parse({ ...fields, ...wanted });
      const report = await usageReport(services, asked, { accountId, lang });
      const { by, product, account, country, domain } = asked;
      const name = fileName({
        brand: brandOf(services).ownName,
        contents: `usage-${part}`,
        details: [asked.grain, by, product, account, country, domain],
        when: [report.from, report.to].map((at) => at.slice(0, 10)).join("-to-"),
        ending: "csv",
      });
      const type = "text/csv; charset=utf-8";
      const body = Readable.from([usageCsv(report, part)]);
      return { name, type, body };
    },
  });
}

/** @throws Refusal with code 400 */
function parse(fields: Record<string, unknown>) {
  const read = question.safeParse(fields);
  if (!read.success) throw fieldRefusal(read.error.issues, () => false);
  return read.data;
}

/** One table of the report. Rows of the same table can be added up: none is the sum of others. */
export function usageCsv(report: CallResponse<Calls["usage"]>, part: UsagePart): string {
  const rows: readonly object[] = part === "totals" ? totalRows(report) : report[part];
  const header = columns[part];
  const cells = (row: object) =>
    header.map((name) => (row as Record<string, string | number | null>)[name] ?? "");
  return byteOrderMark + csvText([[...header], ...rows.map(cells)]);
}

/** The span and the span before it, which ends where this one begins. */
function totalRows({ from, to, totals, previous }: CallResponse<Calls["usage"]>) {
  const before = new Date(2 * Date.parse(from) - Date.parse(to)).toISOString();
  return [
    { from, to, ...totals },
    { from: before, to: from, ...previous },
  ];
}
