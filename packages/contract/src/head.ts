/** The snippet for the head of pages (spec/brand#head-snippet), as the database keeps it. */
import { isOrigin, maxOrigins, maxSnippet, readSnippet } from "@turnpike/rules/head-snippet.ts";
import { z } from "zod";
import { faultOf, type FileFault } from "./file-fault.ts";

export const storedHead = z
  .strictObject({
    html: z.string("a text is expected").max(maxSnippet, `has more than ${maxSnippet} characters`),
    origins: z
      .array(
        z.string().refine(isOrigin, {
          error: ({ input }) =>
            `${String(input).slice(0, 100)} is no origin, such as https://stats.example: scheme, host and port alone`,
        }),
      )
      .max(maxOrigins, `has more than ${maxOrigins}`),
    /** Whether it runs only after a visitor agreed. */
    consent: z.boolean(),
  })
  .superRefine(({ html, origins }, context) => {
    if (html === "") return;
    const read = readSnippet(html, origins);
    if ("fault" in read)
      context.addIssue({ code: "custom", path: ["html"], message: read.fault, input: html });
  });
export type StoredHead = z.output<typeof storedHead>;

/** No snippet. */
export const noHead: StoredHead = { html: "", origins: [], consent: false };

/** Checks a snippet that an operator gave; instead of it the field at fault. */
export function readHead(value: unknown): { head: StoredHead } | FileFault {
  const read = storedHead.safeParse(value);
  if (!read.success) {
    const { field, fault } = faultOf(read.error);
    return { field: field.split(".")[0] ?? field, fault };
  }
  const isEmpty = read.data.html.trim() === "";
  return isEmpty ? { field: "html", fault: "is empty" } : { head: read.data };
}
