/**
 * Extraction links, and GET /extract, which answers proxies to a program (spec/extraction#links).
 */
import { fitsApiPorts, mostOpened } from "@turnpike/rules/pool.ts";
import { z } from "zod";
import { call, type Misfit } from "./call.ts";
import { at, ids, integer, optional, text } from "./fields.ts";
import { placeFields, placeShown } from "./place-fields.ts";
import { apiPortField, hoursField } from "./pool.ts";
import { minutesField } from "./white-port.ts";

export { defaultSeparator, extractPath, readSeparator } from "@turnpike/rules/extraction-link.ts";

export const linkPlans = ["ip", "traffic"] as const;
export type LinkPlan = (typeof linkPlans)[number];
export const linkFormats = ["txt", "json", "csv"] as const;
export const linkProtocols = ["http", "socks5"] as const;
const separatorMaxLength = 16;
const separator = z
  .string("badField")
  .max(separatorMaxLength, "badField")
  .refine((value) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value), "badField")
  .refine((value) => value.isWellFormed(), "badField");

const present = (value: unknown) => (value === "" ? undefined : value);
const parameters = {
  country: placeFields.country,
  state: placeFields.state,
  city: placeFields.city,
  num: optional(integer(1, mostOpened, "badQuantity")),
  hours: optional(hoursField).describe("Of plan ip."),
  minutes: optional(minutesField).describe("Of plan traffic."),
  format: z.preprocess(present, z.enum(linkFormats, "badField").optional()),
  separator: z.preprocess(present, separator.optional()),
  port: optional(apiPortField).describe(
    "The first port, consecutive for several; absent: any of the gateway's.",
  ),
  protocol: z.preprocess(present, z.enum(linkProtocols, "badField").optional()),
};

/** Ports that do not fit into the range, whichever of the two was given later. */
export function misfitPorts({
  port,
  num = 1,
}: {
  port?: number | undefined;
  num?: number | undefined;
}): Misfit | null {
  const fits = port === undefined || fitsApiPorts(port, num);
  return fits ? null : { field: "port", reason: "badApiPort" };
}

export const apiLink = z.object({
  id: z.string(),
  url: z
    .string()
    .describe("Whole, with the token: whoever has it and a whitelisted address extracts."),
  plan: z.enum(linkPlans),
  country: z.string().describe("ISO 3166-1 alpha-2; empty for any."),
  countryName: placeShown.countryName,
  state: z.string(),
  stateName: z.string(),
  city: z.string(),
  cityName: z.string(),
  num: z.int(),
  hours: z.int().nullable().describe("Null of plan traffic."),
  minutes: z.int().nullable().describe("Null of plan ip."),
  format: z.enum(linkFormats),
  separator: z.string(),
  port: z.int().nullable(),
  protocol: z.enum(linkProtocols),
  remark: z.string(),
  createdAt: at,
  lastUsedAt: at.nullable(),
  uses: z.int().describe("How often it was answered with proxies."),
});
export type ApiLink = z.output<typeof apiLink>;

export const apiLinks = call({
  path: "/v1/apiLinks",
  access: "key",
  summary: "The account's extraction links, the newest first.",
  answer: { items: z.array(apiLink) },
});
export const apiLinkAdd = call({
  path: "/v1/apiLinkAdd",
  summary: "Makes an extraction link: an address that answers proxies to whitelisted callers.",
  question: {
    plan: z.enum(linkPlans, "badField"),
    ...parameters,
    remark: optional(text(100)),
  },
  misfit: misfitPorts,
  /** The link, also as `item` and among `items`. */
  answer: { ...apiLink.shape, item: apiLink, items: z.array(apiLink) },
});
export const apiLinkDel = call({
  path: "/v1/apiLinkDel",
  summary: "Removes extraction links; what they answered stays until its end.",
  question: { ids: ids() },
  answer: { deleted: z.int() },
});

/** What is asked by GET, from whitelisted addresses alone; each time anew. `token` is the link's; what else is given stands in place of the link's own. */
export const extractQuestion = z.object({
  token: z.string("linkNotFound").max(64, "linkNotFound"),
  ...parameters,
});
export type ExtractQuestion = z.output<typeof extractQuestion>;

/** One proxy as /extract answers it: of `json` in `data.items`, of `csv` by these columns. */
export const extracted = z.object({
  host: z.string(),
  port: z.int(),
  protocol: z.enum(linkProtocols),
  ip: z
    .string()
    .describe(
      "Of plan ip: the exit's address; empty of plan traffic, which is chosen by the first request.",
    ),
  country: z.string(),
  state: z.string(),
  city: z.string(),
  expiresAt: at,
});
export type Extracted = z.output<typeof extracted>;
