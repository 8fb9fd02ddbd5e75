/**
 * GET /v1/ip/export, opened by a ticket (spec/api#tickets, spec/pool#opened-ips): opened IPs as a
 * file.
 */
import { isTemplate, templateMaxLength } from "@turnpike/rules/proxy-format.ts";
import { z } from "zod";
import { ids, optional } from "./fields.ts";
import { ipAuths } from "./pool.ts";
import { exportFormats, exportProtocol } from "./static-export.ts";

/** The ticket of it is asked for as `export`. */
export const poolExportPath = "/v1/ip/export";

/**
 * What stands in the address beside `ticket` and `lang`. Without `ids` it is all that are in use, of
 * one kind or of both.
 */
export const poolExportQuestion = z.object({
  ids: optional(ids()).describe("Opened IPs, in this order."),
  auth: optional(z.enum(ipAuths, "badField")),
  format: z.preprocess(
    (value) => (value === "" ? undefined : value),
    z.enum(exportFormats, "badField").default("txt"),
  ),
  protocol: exportProtocol,
  template: optional(
    z.string("badTemplate").max(templateMaxLength, "badTemplate").refine(isTemplate, "badTemplate"),
  ).describe("One line of a text file; absent: with name and password where there are any."),
});
export type PoolExportQuestion = z.output<typeof poolExportQuestion>;
