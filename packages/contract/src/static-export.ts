/** GET /v1/static/export and /v1/staticShort/export, opened by a ticket (contract §3, §8, §16). */
import { defaultTemplate, isTemplate, templateMaxLength } from "@turnpike/rules/proxy-format.ts";
import { z } from "zod";
import { ids, optional } from "./fields.ts";

export const exportFormats = ["txt", "csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What stands in the address beside `ticket` and `lang`. */
export const exportQuestion = z.object({
  /** Absent: all that have not expired. */
  ids: optional(ids()),
  format: z.preprocess(
    (value) => (value === "" ? undefined : value),
    z.enum(exportFormats, "badField").default("txt"),
  ),
  /** One line of a text file, `{host}:{port}:{user}:{password}` by default. */
  template: z.preprocess(
    (value) => (value === "" ? undefined : value),
    z
      .string("badTemplate")
      .max(templateMaxLength, "badTemplate")
      .refine(isTemplate, "badTemplate")
      .default(defaultTemplate),
  ),
});
export type ExportQuestion = z.output<typeof exportQuestion>;
