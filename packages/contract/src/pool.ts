/** The ISP pool: finding exits, opening them, and what was opened (spec/pool#opening). */
import { apiPorts, fitsApiPorts, mostOpened, openHours } from "@turnpike/rules/pool.ts";
import { z } from "zod";
import { call } from "./call.ts";
import {
  at,
  bytes,
  ids,
  integer,
  list,
  oneOf,
  optional,
  paged,
  paging,
  requestId,
  text,
} from "./fields.ts";
import { country, placeShown, poolFields } from "./place-fields.ts";
import { staticPassword } from "./static.ts";

/** How an opened IP lets its customer in: by the account's pair, or by the whitelist. */
export const ipAuths = ["user", "nouser"] as const;
export type IpAuth = (typeof ipAuths)[number];

export const poolIp = z.object({
  id: z.string(),
  ip: z.string().describe("Masked, unless the account has it open."),
  ...placeShown,
  latencyMs: z
    .int()
    .nullable()
    .describe(
      "How long the gateway took of late to connect through it; null before it was measured.",
    ),
  opened: z.boolean().describe("The account has it open."),
});
export type PoolIp = z.output<typeof poolIp>;

export const openedIp = z.object({
  id: z.string(),
  exitId: z.string().describe("The exit in `/v1/ip/list`."),
  host: z.string(),
  port: z.int(),
  ip: z.string(),
  auth: z.enum(ipAuths),
  username: z.string().optional().describe("Of `auth` user alone."),
  password: z.string().optional(),
  ...placeShown,
  openedAt: at,
  expiresAt: at,
  remainingSeconds: z.int().describe("0 once it has ended."),
  status: z.enum(["active", "expired", "deleted"]),
  open: z.boolean().describe("A gateway listens there."),
  by: z
    .enum(["call", "link", "lookup"])
    .describe("What opened it: a screen or script, an extraction link, the lookup service."),
  upBytes: bytes.describe("Carried, not billed."),
  downBytes: bytes,
});
export type OpenedIp = z.output<typeof openedIp>;

export const ipList = call({
  path: "/v1/ip/list",
  access: "key",
  summary: "Exits of the pool that are online, the quickest first.",
  question: { ...poolFields, ...paging },
  answer: paged(poolIp),
});

export const hoursField = integer(openHours.least, openHours.most, "badHours");
export const apiPortField = integer(apiPorts.first, apiPorts.last, "badApiPort");

export const ipOpen = call({
  path: "/v1/ip/open",
  once: true,
  live: true,
  summary: "Opens exits by id, or as many as are wanted of a place; each costs one IP of balance.",
  question: {
    ids: optional(list(mostOpened)),
    ...poolFields,
    num: optional(integer(1, mostOpened, "badQuantity")),
    hours: hoursField,
    auth: z.enum(ipAuths, "badField"),
    port: optional(apiPortField).describe("The first one; consecutive for several."),
    requestId,
  },
  misfit: ({ ids: given, num, port }) => {
    if (given !== undefined && given.length === 0) return { field: "ids", reason: "selectRow" };
    if (given === undefined && num === undefined) return { field: "num", reason: "enterQuantity" };
    const count = given?.length ?? num ?? 1;
    if (port !== undefined && !fitsApiPorts(port, count))
      return { field: "port", reason: "badApiPort" };
    return null;
  },
  answer: { items: z.array(openedIp) },
});

export const ipDel = call({
  path: "/v1/ip/del",
  summary: "Ends opened IPs at once, or takes ended ones off the list; nothing is paid back.",
  question: { ids: ids() },
  answer: { deleted: z.int() },
});

const history = {
  ...paging,
  country: optional(country),
  search: optional(text(60)).describe("Part of an address, host:port or a city's name."),
  status: optional(z.enum(["active", "ended"], "badField")),
};
export const ipHistory = call({
  path: "/v1/ipHistory",
  access: "key",
  summary: "IPs that were opened with a secret in the last five hours, the newest first.",
  question: history,
  answer: paged(openedIp),
});
export const ipHistoryNoUser = call({
  path: "/v2/ipHistory",
  access: "key",
  summary: "IPs that were opened for whitelisted addresses in the last five hours.",
  question: history,
  answer: paged(openedIp),
});

export const ipPassInfo = call({
  path: "/v1/ipPassInfo",
  access: "key",
  live: true,
  summary:
    "The one pair of name and password of all opened IPs; `password` sets another, by a session.",
  question: { password: optional(staticPassword) },
  answer: {
    username: z.string(),
    password: z.string(),
    endpoints: z
      .array(
        z.object({
          id: z.string(),
          host: z.string(),
          port: z.int(),
          ip: z.string(),
          country: z.string(),
          expiresAt: at,
        }),
      )
      .describe("Where it counts now."),
  },
});

export const ipLineChart = call({
  path: "/v1/ipLineChart",
  access: "key",
  summary: "How many IPs were opened on each of the last days (UTC), today included.",
  question: { days: oneOf([7, 30], "badDays").default(7) },
  answer: { items: z.array(z.object({ day: z.string(), opened: z.int() })) },
});
