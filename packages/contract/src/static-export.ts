/**
 * GET /v1/static/export and /v1/staticShort/export, opened by a ticket (spec/api#tickets,
 * spec/static#export).
 */
import { defaultTemplate, isTemplate, templateMaxLength } from "@turnpike/rules/proxy-format.ts";
import { type ProxyFormat, proxyFormatNames } from "@turnpike/rules/proxy-formats.ts";
import { z } from "zod";
import { ids, optional } from "./fields.ts";

/** The forms of every export of proxies; what each carries stands in `rules/proxy-formats.ts`. */
export const exportFormats = proxyFormatNames;
export type ExportFormat = ProxyFormat;
/** How the file speaks to its proxies, where its form can do either; absent: as the form does. */
export const exportProtocol = z.preprocess(
  (value) => (value === "" ? undefined : value),
  z.enum(["http", "socks5"], "badField").optional(),
);

/** What stands in the address beside `ticket` and `lang`. */
export const exportQuestion = z.object({
  ids: optional(ids()).describe("Absent: all that have not expired."),
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
        .default(defaultTemplate),
    )
    .describe("One line of a text file, `{host}:{port}:{user}:{password}` by default."),
});
export type ExportQuestion = z.output<typeof exportQuestion>;
