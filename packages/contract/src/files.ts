/** Every file that can be downloaded with a ticket, by the name of its operation. */
import { type FileCall, proxyFileTypes } from "./service-call.ts";
import { shortExport, staticExport, exportFormats, exportProtocol } from "./static-export.ts";
import { invoiceFile, personalDataFile, statementFile } from "./ticket.ts";
import { usageFile } from "./usage.ts";
import {
  isTemplate,
  templateMaxLength,
  proxyTemplates,
} from "@turnpike/proxy-strings/write/proxy-format.ts";
import { z } from "zod";
import { openedIp, planPort, gateway } from "./examples/customer.ts";
import { proxyLine } from "./examples/example.ts";
import { ids, optional, id } from "./fields.ts";
import { ipAuths } from "./pool.ts";
import { unlimitedKinds } from "@turnpike/rules/unlimited.ts";

/* GET /v1/whitePort/export, authorised by a ticket (spec/api#tickets): whitelisted ports. */

/** Its ticket is requested as `export`. */
export const whitelistedPortExportPath = "/v1/whitePort/export";
/** A whitelisted port has no password to list. */
const whitelistedPortTemplate = proxyTemplates["host:port"];

/** Query parameters besides `ticket` and `lang`. */
export const whitelistedPortExportRequest = z.object({
  ids: optional(ids()).describe(
    "The ports, by ID and in this order. All if absent, the newest first.",
  ),
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
        .default(whitelistedPortTemplate),
    )
    .describe("One line of a text file. `{host}:{port}` by default."),
});
export type WhitelistedPortExportRequest = z.output<typeof whitelistedPortExportRequest>;

const whitelistedPortExport: FileCall = {
  path: whitelistedPortExportPath,
  summary: "Exports whitelisted ports in any format: those of `ids`, or all that are open.",
  types: proxyFileTypes,
  request: whitelistedPortExportRequest,
  refusals: ["whitePortNotFound"],
  example: `${gateway}:30001\n`,
};

/*
 * GET /v1/unlimit/export, authorised by a ticket (spec/api#tickets, spec/unlimited#export): ports
 * of unlimited plans as a file.
 */

/** Its ticket is requested as `export`. */
export const unlimitedExportPath = "/v1/unlimit/export";

/**
 * Query parameters besides `ticket` and `lang`. Selects ports by `ids` or by one plan; with
 * neither, all ports of plans that have not expired, of one kind or of both.
 */
export const unlimitedExportRequest = z.object({
  planId: optional(id()).describe("Only ports of this plan."),
  ids: optional(ids()).describe(
    "The ports, by ID and in this order. All of running plans if absent.",
  ),
  kind: optional(z.enum(unlimitedKinds, "badField")).describe("Only ports of plans of this kind."),
  format: z
    .preprocess(
      (value) => (value === "" ? undefined : value),
      z.enum(exportFormats, "badField").default("txt"),
    )
    .describe("The format of the file. `txt` by default."),
  protocol: exportProtocol.describe("The protocol in the file, if the format allows a choice."),
  template: optional(
    z.string("badTemplate").max(templateMaxLength, "badTemplate").refine(isTemplate, "badTemplate"),
  ).describe("One line of a text file. Each port's own format by default."),
});
export type UnlimitedExportRequest = z.output<typeof unlimitedExportRequest>;

const unlimitedExport: FileCall = {
  path: unlimitedExportPath,
  summary: "Exports ports of unlimited plans in any format: those of `ids`, of a plan, or all.",
  types: proxyFileTypes,
  request: unlimitedExportRequest,
  refusals: ["planNotFound", "portNotFound"],
  example: proxyLine(planPort),
};

/*
 * GET /v1/ip/export, authorised by a ticket (spec/api#tickets, spec/pool#opened-ips): opened IPs as
 * a file.
 */

/** Its ticket is requested as `export`. */
export const poolExportPath = "/v1/ip/export";

/**
 * Query parameters besides `ticket` and `lang`. Without `ids`, all opened IPs that are in use, of
 * one kind or of both.
 */
export const poolExportRequest = z.object({
  ids: optional(ids()).describe("The opened IPs, in this order. All that are in use if absent."),
  auth: optional(z.enum(ipAuths, "badField")).describe("Only IPs that were opened this way."),
  format: z
    .preprocess(
      (value) => (value === "" ? undefined : value),
      z.enum(exportFormats, "badField").default("txt"),
    )
    .describe("The format of the file. `txt` by default."),
  protocol: exportProtocol.describe("The protocol in the file, if the format allows a choice."),
  template: optional(
    z.string("badTemplate").max(templateMaxLength, "badTemplate").refine(isTemplate, "badTemplate"),
  ).describe(
    "One line of a text file, such as `{host}:{port}`. By default with name and password where there are any.",
  ),
});
export type PoolExportRequest = z.output<typeof poolExportRequest>;

const poolExport: FileCall = {
  path: poolExportPath,
  summary: "Exports opened IPs in any format: those of `ids`, or all that are in use.",
  types: proxyFileTypes,
  request: poolExportRequest,
  refusals: ["openedIpNotFound"],
  example: proxyLine({ ...openedIp, account: openedIp.username ?? "", password: "Example4Pass" }),
};

export const files = {
  invoiceFile,
  statementFile,
  personalDataFile,
  staticExport,
  shortExport,
  poolExport,
  unlimitedExport,
  whitelistedPortExport,
  usageFile,
} satisfies Record<string, FileCall>;
