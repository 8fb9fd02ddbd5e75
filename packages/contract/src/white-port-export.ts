/** GET /v1/whitePort/export, opened by a ticket (spec/api#tickets): whitelisted ports as a file. */
import { isTemplate, proxyTemplates, templateMaxLength } from "@turnpike/rules/proxy-format.ts";
import { z } from "zod";
import { ids, optional } from "./fields.ts";
import { exportFormats, exportProtocol } from "./static-export.ts";

/** The ticket of it is asked for as `export`. */
export const whitePortExportPath = "/v1/whitePort/export";
/** There is no password to be told. */
export const whitePortTemplate = proxyTemplates["host:port"];

/** What stands in the address beside `ticket` and `lang`. */
export const whitePortExportQuestion = z.object({
  ids: optional(ids()).describe("In this order; absent: all that stand, the newest first."),
  format: z.preprocess(
    (value) => (value === "" ? undefined : value),
    z.enum(exportFormats, "badField").default("txt"),
  ),
  protocol: exportProtocol,
  template: z
    .preprocess(
      (value) => (value === "" ? undefined : value),
      z
        .string("badTemplate")
        .max(templateMaxLength, "badTemplate")
        .refine(isTemplate, "badTemplate")
        .default(whitePortTemplate),
    )
    .describe("One line of a text file."),
});
export type WhitePortExportQuestion = z.output<typeof whitePortExportQuestion>;
