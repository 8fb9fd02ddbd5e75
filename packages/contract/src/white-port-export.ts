/** GET /v1/whitePort/export, opened by a ticket (spec/api#tickets): whitelisted ports as a file. */
import { isTemplate, proxyTemplates, templateMaxLength } from "@turnpike/rules/proxy-format.ts";
import { z } from "zod";
import { gateway } from "./examples/customer.ts";
import { ids, optional } from "./fields.ts";
import { type FileCall, proxyFileTypes } from "./other-call.ts";
import { exportFormats, exportProtocol } from "./static-export.ts";

/** The ticket of it is asked for as `export`. */
export const whitePortExportPath = "/v1/whitePort/export";
/** Such a port has no password to list. */
export const whitePortTemplate = proxyTemplates["host:port"];

/** What the address has beside `ticket` and `lang`. */
export const whitePortExportQuestion = z.object({
  ids: optional(ids()).describe(
    "The ports, by id and in this order. All if absent, the newest first.",
  ),
  format: z
    .preprocess(
      (value) => (value === "" ? undefined : value),
      z.enum(exportFormats, "badField").default("txt"),
    )
    .describe("The form of the file. `txt` by default."),
  protocol: exportProtocol.describe("The protocol in the file, where the form allows a choice."),
  template: z
    .preprocess(
      (value) => (value === "" ? undefined : value),
      z
        .string("badTemplate")
        .max(templateMaxLength, "badTemplate")
        .refine(isTemplate, "badTemplate")
        .default(whitePortTemplate),
    )
    .describe("One line of a text file. `{host}:{port}` by default."),
});
export type WhitePortExportQuestion = z.output<typeof whitePortExportQuestion>;

export const whitePortExport: FileCall = {
  path: whitePortExportPath,
  summary: "Whitelisted ports in any of the forms: those of `ids`, or all that are open.",
  types: proxyFileTypes,
  question: whitePortExportQuestion,
  refusals: ["whitePortNotFound"],
  example: `${gateway}:30001\n`,
};
