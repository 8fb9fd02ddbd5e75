/**
 * GET /v1/unlimit/export, opened by a ticket (spec/api#tickets, spec/unlimited#export): ports of
 * unlimited plans as a file.
 */
import { isTemplate, templateMaxLength } from "@turnpike/rules/proxy-format.ts";
import { unlimitedKinds } from "@turnpike/rules/unlimited.ts";
import { z } from "zod";
import { id, ids, optional } from "./fields.ts";
import { exportFormats, exportProtocol } from "./static-export.ts";

/** The ticket of it is asked for as `export`. */
export const unlimitedExportPath = "/v1/unlimit/export";

/**
 * What stands in the address beside `ticket` and `lang`. Named are ports (`ids`), or one plan; with
 * neither it is all ports of the plans that have not expired, of one kind or of both.
 */
export const unlimitedExportQuestion = z.object({
  planId: optional(id()),
  ids: optional(ids()).describe("Ports, in this order."),
  kind: optional(z.enum(unlimitedKinds, "badField")),
  format: z.preprocess(
    (value) => (value === "" ? undefined : value),
    z.enum(exportFormats, "badField").default("txt"),
  ),
  protocol: exportProtocol,
  template: optional(
    z.string("badTemplate").max(templateMaxLength, "badTemplate").refine(isTemplate, "badTemplate"),
  ).describe("One line of a text file; absent: each port's own format."),
});
export type UnlimitedExportQuestion = z.output<typeof unlimitedExportQuestion>;
