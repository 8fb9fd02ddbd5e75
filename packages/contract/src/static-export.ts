/**
 * GET /v1/static/export and /v1/staticShort/export, authorised by a ticket (spec/api#tickets,
 * spec/static#export).
 */
import {
  defaultTemplate,
  isTemplate,
  templateMaxLength,
} from "@turnpike/proxy-strings/write/proxy-format.ts";
import { type ProxyFormat, proxyFormatNames } from "@turnpike/proxy-strings/write/proxy-formats.ts";
import { z } from "zod";
import * as customer from "./examples/customer.ts";
import { proxyLine } from "./examples/example.ts";
import { ids, optional } from "./fields.ts";
import { type FileCall, proxyFileTypes } from "./service-call.ts";

/** Formats of all proxy exports; `proxy-strings/write/proxy-formats.ts` describes what each supports. */
export const exportFormats = proxyFormatNames;
export type ExportFormat = ProxyFormat;
/** The proxies' protocol in the file, if the format supports both; absent: the format's default. */
export const exportProtocol = z.preprocess(
  (value) => (value === "" ? undefined : value),
  z.enum(["http", "socks5"], "badField").optional(),
);

/** Query parameters besides `ticket` and `lang`. */
export const exportRequest = z.object({
  ids: optional(ids()).describe("The static IPs, by ID. All that have not expired if absent."),
  format: z
    .preprocess(
      (value) => (value === "" ? undefined : value),
      z.enum(exportFormats, "badField").default("txt"),
    )
    .describe("The format of the file. `txt` by default."),
  protocol: exportProtocol.describe("The protocol in the file, if the format allows a choice."),
  template: z
    .preprocess(
      (value) => (value === "" ? undefined : value),
      z
        .string("badTemplate")
        .max(templateMaxLength, "badTemplate")
        .refine(isTemplate, "badTemplate")
        .default(defaultTemplate),
    )
    .describe("One line of a text file. `{host}:{port}:{user}:{password}` by default."),
});
export type ExportRequest = z.output<typeof exportRequest>;

const staticFile = {
  types: proxyFileTypes,
  request: exportRequest,
  refusals: ["staticNotFound"],
} satisfies Partial<FileCall>;
export const staticExport: FileCall = {
  ...staticFile,
  path: "/v1/static/export",
  summary: "Exports static IPs in any format: those of `ids`, or all that have not expired.",
  example: proxyLine(customer.frankfurt),
};
export const shortExport: FileCall = {
  ...staticFile,
  path: "/v1/staticShort/export",
  summary: "Exports short-term IPs in any format: those of `ids`, or all that have not expired.",
  example: proxyLine(customer.shortIp),
};
