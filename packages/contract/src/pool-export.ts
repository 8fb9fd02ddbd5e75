/**
 * GET /v1/ip/export, opened by a ticket (spec/api#tickets, spec/pool#opened-ips): opened IPs as a
 * file.
 */
import { isTemplate, templateMaxLength } from "@turnpike/rules/proxy-format.ts";
import { z } from "zod";
import { openedIp } from "./examples/customer.ts";
import { proxyLine } from "./examples/example.ts";
import { ids, optional } from "./fields.ts";
import { type FileCall, proxyFileTypes } from "./other-call.ts";
import { ipAuths } from "./pool.ts";
import { exportFormats, exportProtocol } from "./static-export.ts";

/** The ticket of it is asked for as `export`. */
export const poolExportPath = "/v1/ip/export";

/**
 * What the address has beside `ticket` and `lang`. Without `ids` it is all that are in use, of
 * one kind or of both.
 */
export const poolExportQuestion = z.object({
  ids: optional(ids()).describe("The opened IPs, in this order. All that are in use if absent."),
  auth: optional(z.enum(ipAuths, "badField")).describe("Only IPs that were opened this way."),
  format: z
    .preprocess(
      (value) => (value === "" ? undefined : value),
      z.enum(exportFormats, "badField").default("txt"),
    )
    .describe("The form of the file. `txt` by default."),
  protocol: exportProtocol.describe("The protocol in the file, where the form allows a choice."),
  template: optional(
    z.string("badTemplate").max(templateMaxLength, "badTemplate").refine(isTemplate, "badTemplate"),
  ).describe(
    "One line of a text file, such as `{host}:{port}`. By default with name and password where there are any.",
  ),
});
export type PoolExportQuestion = z.output<typeof poolExportQuestion>;

export const poolExport: FileCall = {
  path: poolExportPath,
  summary: "Opened IPs in any of the forms: those of `ids`, or all that are in use.",
  types: proxyFileTypes,
  question: poolExportQuestion,
  refusals: ["openedIpNotFound"],
  example: proxyLine({ ...openedIp, account: openedIp.username ?? "", password: "Example4Pass" }),
};
