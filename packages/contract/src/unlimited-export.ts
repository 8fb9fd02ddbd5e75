/**
 * GET /v1/unlimit/export, opened by a ticket (spec/api#tickets, spec/unlimited#export): ports of
 * unlimited plans as a file.
 */
import { isTemplate, templateMaxLength } from "@turnpike/rules/proxy-format.ts";
import { unlimitedKinds } from "@turnpike/rules/unlimited.ts";
import { z } from "zod";
import { planPort } from "./examples/customer.ts";
import { proxyLine } from "./examples/example.ts";
import { id, ids, optional } from "./fields.ts";
import { type FileCall, proxyFileTypes } from "./other-call.ts";
import { exportFormats, exportProtocol } from "./static-export.ts";

/** The ticket of it is asked for as `export`. */
export const unlimitedExportPath = "/v1/unlimit/export";

/**
 * What the address has beside `ticket` and `lang`. Named are ports (`ids`), or one plan; with
 * neither it is all ports of the plans that have not expired, of one kind or of both.
 */
export const unlimitedExportQuestion = z.object({
  planId: optional(id()).describe("Only ports of this plan."),
  ids: optional(ids()).describe(
    "The ports, by id and in this order. All of running plans if absent.",
  ),
  kind: optional(z.enum(unlimitedKinds, "badField")).describe("Only ports of plans of this kind."),
  format: z
    .preprocess(
      (value) => (value === "" ? undefined : value),
      z.enum(exportFormats, "badField").default("txt"),
    )
    .describe("The form of the file. `txt` by default."),
  protocol: exportProtocol.describe("The protocol in the file, where the form allows a choice."),
  template: optional(
    z.string("badTemplate").max(templateMaxLength, "badTemplate").refine(isTemplate, "badTemplate"),
  ).describe("One line of a text file. Each port's own format by default."),
});
export type UnlimitedExportQuestion = z.output<typeof unlimitedExportQuestion>;

export const unlimitedExport: FileCall = {
  path: unlimitedExportPath,
  summary: "Ports of unlimited plans in any of the forms: those of `ids`, of a plan, or all.",
  types: proxyFileTypes,
  question: unlimitedExportQuestion,
  refusals: ["planNotFound", "portNotFound"],
  example: proxyLine(planPort),
};
