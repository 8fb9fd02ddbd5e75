/** GET /v1/whitePort/export, opened by a ticket (spec/api#tickets): whitelisted ports as a file. */
import { isTemplate, proxyTemplates, templateMaxLength } from "@turnpike/rules/proxy-format.ts";
import { z } from "zod";
import { gateway } from "./examples/customer.ts";
import { ids, optional } from "./fields.ts";
import { type FileCall, proxyFileTypes } from "./other-call.ts";
import { exportFormats, exportProtocol } from "./static-export.ts";

/** The ticket of it is asked for as `export`. */
export const whitelistedPortExportPath = "/v1/whitePort/export";
/** Such a port has no password to list. */
export const whitelistedPortTemplate = proxyTemplates["host:port"];

/** What the address has beside `ticket` and `lang`. */
export const whitelistedPortExportQuestion = z.object({
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
        .default(whitelistedPortTemplate),
    )
    .describe("One line of a text file. `{host}:{port}` by default."),
});
export type WhitelistedPortExportQuestion = z.output<typeof whitelistedPortExportQuestion>;

export const whitelistedPortExport: FileCall = {
  path: whitelistedPortExportPath,
  summary: "Whitelisted ports in any of the forms: those of `ids`, or all that are open.",
  types: proxyFileTypes,
  question: whitelistedPortExportQuestion,
  refusals: ["whitePortNotFound"],
  example: `${gateway}:30001\n`,
};
