/** The ISP pool: finding exits, opening them, and what was opened (contract §6, §16 Pool). */
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
  /** Masked, unless the account has it open. */
  ip: z.string(),
  ...placeShown,
  /** How long the gateway took of late to connect through it; null before it was measured. */
  latencyMs: z.int().nullable(),
  /** The account has it open. */
  opened: z.boolean(),
});
export type PoolIp = z.output<typeof poolIp>;

export const openedIp = z.object({
  id: z.string(),
  /** The exit in `/v1/ip/list`. */
  exitId: z.string(),
  host: z.string(),
  port: z.int(),
  ip: z.string(),
  auth: z.enum(ipAuths),
  /** Of `auth` user alone. */
  username: z.string().optional(),
  password: z.string().optional(),
  ...placeShown,
  openedAt: at,
  expiresAt: at,
  /** 0 once it has ended. */
  remainingSeconds: z.int(),
  status: z.enum(["active", "expired", "deleted"]),
  /** A gateway listens there. */
  open: z.boolean(),
  /** What opened it: a screen or script, an extraction link, the lookup service. */
  by: z.enum(["call", "link", "lookup"]),
  /** Carried, not billed. */
  upBytes: bytes,
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
    /** The first one; consecutive for several. */
    port: optional(apiPortField),
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
  /** Part of an address, host:port or a city's name. */
  search: optional(text(60)),
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
    /** Where it counts now. */
    endpoints: z.array(
      z.object({
        id: z.string(),
        host: z.string(),
        port: z.int(),
        ip: z.string(),
        country: z.string(),
        expiresAt: at,
      }),
    ),
  },
});

export const ipLineChart = call({
  path: "/v1/ipLineChart",
  access: "key",
  summary: "How many IPs were opened on each of the last days (UTC), today included.",
  question: { days: oneOf([7, 30], "badDays").default(7) },
  answer: { items: z.array(z.object({ day: z.string(), opened: z.int() })) },
});
