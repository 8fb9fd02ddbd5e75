/** The ISP pool: finding exits, opening them, and listing opened IPs (spec/pool#opening). */
import { apiPorts, fitsApiPorts, maxOpenedIps, openHours } from "@turnpike/rules/pool.ts";
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { onePage } from "./examples/example.ts";
import * as examples from "./examples/pool.ts";
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
import { secret } from "./secret.ts";

/** How an opened IP authenticates: by the account's user and password, or by whitelist. */
export const ipAuths = ["user", "nouser"] as const;
export type IpAuth = (typeof ipAuths)[number];

/** Measurements that gateways took of an exit. */
const measured = {
  latencyMs: z
    .int()
    .nullable()
    .describe("The recent connect time through it, in milliseconds; null if unknown."),
  measuredAt: at.nullable().describe("The time of measurement, every 10 minutes at least."),
};

export const poolIp = z
  .object({
    id: z.string().describe("The exit's ID, as `/v1/ip/open` takes it in `ids`."),
    ip: z.string().describe("The exit's address; masked unless the account has it open."),
    ...placeShown,
    ...measured,
    opened: z.boolean().describe("True if the account has it open."),
  })
  .meta({ id: "PoolIp", description: "An exit of the ISP pool." });
export type PoolIp = z.output<typeof poolIp>;

export const openedIp = z
  .object({
    id: z.string().describe("The opened IP's ID."),
    exitId: z.string().describe("The exit's ID in `/v1/ip/list`."),
    host: z.string().describe("The host that clients connect to."),
    port: z.int().describe("The port that clients connect to."),
    ip: z.string().describe("The exit's address."),
    auth: z
      .enum(ipAuths)
      .describe("The authentication: `user` by username and password, `nouser` by whitelist."),
    username: z
      .string()
      .optional()
      .describe("The username to connect with; only with `auth=user`."),
    password: secret(
      z.string().optional().describe("The password to connect with; only with `auth=user`."),
    ),
    ...placeShown,
    openedAt: at.describe("The time it was opened."),
    expiresAt: at.describe("The time it closes."),
    remainingSeconds: z.int().describe("Seconds until it ends; 0 once it has ended."),
    status: z
      .enum(["active", "expired", "deleted"])
      .describe("`active` until it ends, `expired` after its time, `deleted` by a call."),
    open: z.boolean().describe("True if a gateway listens at the port."),
    ...measured,
    by: z
      .enum(["call", "link", "lookup"])
      .describe("The opener: a call, an extraction link or the lookup service."),
    upBytes: bytes.describe("Traffic from the client, in bytes; not billed."),
    downBytes: bytes.describe("Traffic to the client, in bytes; not billed."),
  })
  .meta({
    id: "OpenedIp",
    description: "An exit of the ISP pool that was opened at a port of its own.",
  });
export type OpenedIp = z.output<typeof openedIp>;

export const ipList = call({
  path: "/v1/ip/list",
  access: "read",
  summary: "Lists exits of the pool that are online, the fastest first.",
  tag: "ISP pool",
  request: { ...poolFields, ...paging },
  response: paged(poolIp),
  example: {
    request: { country: "US", state: "washington", page: 1, limit: 10 },
    response: onePage([
      { ...customer.poolIp, ip: customer.openedIp.ip, opened: true },
      { ...customer.poolIp, id: customer.exitIds.second, ip: "192.0.*.*", latencyMs: 91 },
    ]),
  },
});

export const hoursField = integer(openHours.least, openHours.most, "badHours");
export const apiPortField = integer(apiPorts.first, apiPorts.last, "badApiPort");

export const ipOpen = call({
  path: "/v1/ip/open",
  access: "buy",
  takesRequestId: true,
  spends: "always",
  waitsForGateways: true,
  summary: "Opens exits by ID, or a number of exits at a place; each costs one IP of balance.",
  description:
    "Costs one IP of balance each; unused hours are not refunded. The ports are open when the call returns. `auth=user` uses the account's one username and password (`/v1/ipPassInfo`), `auth=nouser` the whitelist.",
  tag: "ISP pool",
  request: {
    ids: optional(list(maxOpenedIps)).describe(
      "The exits to open, by ID in `/v1/ip/list`. Separated by commas in a form.",
    ),
    ...poolFields,
    num: optional(integer(1, maxOpenedIps, "badQuantity")).describe(
      "The number of exits to open at the place, without `ids`.",
    ),
    hours: hoursField.describe("The number of whole hours to keep them open."),
    auth: z
      .enum(ipAuths, "badField")
      .describe("The authentication: `user` by username and password, `nouser` by whitelist."),
    port: optional(apiPortField).describe(
      "The first port to open; several are consecutive. Any free port if absent.",
    ),
    requestId,
  },
  crossFieldCheck: ({ ids: given, num, port }) => {
    if (given !== undefined && given.length === 0) return { field: "ids", reason: "selectRow" };
    if (given === undefined && num === undefined) return { field: "num", reason: "enterQuantity" };
    const count = given?.length ?? num ?? 1;
    if (port !== undefined && !fitsApiPorts(port, count))
      return { field: "port", reason: "badApiPort" };
    return null;
  },
  response: { items: z.array(openedIp).describe("The IPs that were opened.") },
  refusals: [
    "selectRow",
    "enterQuantity",
    "exitNotFound",
    "insufficientIps",
    "insufficientStock",
    "portUnavailable",
    "tooManyTries",
  ],
  example: {
    request: {
      country: "US",
      state: "washington",
      num: 1,
      hours: 2,
      auth: "user",
      requestId: "open-2026-03-16",
    },
    response: { items: [customer.openedIp] },
  },
});

export const ipDel = call({
  path: "/v1/ip/del",
  access: "proxies",
  summary: "Ends opened IPs at once, or removes ended ones from the list; nothing is refunded.",
  description: "Their connections end at once.",
  tag: "ISP pool",
  request: { ids: ids().describe("The opened IPs, by ID. Separated by commas in a form.") },
  response: { deleted: z.int().describe("The number of IPs deleted.") },
  refusals: ["openedIpNotFound"],
  example: { request: { ids: [customer.openedIds.user] }, response: { deleted: 1 } },
});

const history = {
  ...paging,
  country: optional(country),
  search: optional(text(60)).describe("Part of an address, a `host:port` or a city's name."),
  status: optional(z.enum(["active", "ended"], "badField")).describe("Only IPs with this status."),
};
export const ipHistory = call({
  path: "/v1/ipHistory",
  access: "read",
  summary: "Lists IPs that were opened with `auth=user` in the last five hours, the newest first.",
  tag: "ISP pool",
  request: history,
  response: paged(openedIp),
  example: { request: { country: "US", status: "active" }, response: onePage([customer.openedIp]) },
});
export const ipHistoryNoUser = call({
  path: "/v2/ipHistory",
  access: "read",
  summary:
    "Lists IPs that were opened with `auth=nouser` in the last five hours, the newest first.",
  tag: "ISP pool",
  request: history,
  response: paged(openedIp),
  example: {
    request: { status: "active" },
    response: onePage([
      { ...examples.whitelisted, id: customer.openedIds.nouser, auth: "nouser", port: 5_002 },
    ]),
  },
});

export const ipPassInfo = call({
  path: "/v1/ipPassInfo",
  access: "read",
  accessWith: { password: "proxies" },
  waitsForGateways: true,
  summary: "Returns the one username and password of all opened IPs; `password` sets another.",
  description:
    "With `password`, which needs a session, all opened IPs refuse the old one from then on.",
  tag: "ISP pool",
  request: {
    password: optional(staticPassword).describe(
      "A new password, 6 to 22 letters and digits, at least 10 if only digits. Needs a session.",
    ),
  },
  response: {
    username: z.string().describe("The username of all opened IPs."),
    password: secret(z.string().describe("The password of all opened IPs.")),
    endpoints: z
      .array(
        z.object({
          id: z.string().describe("The opened IP's ID."),
          host: z.string().describe("The host that clients connect to."),
          port: z.int().describe("The port that clients connect to."),
          ip: z.string().describe("The exit's address."),
          country: z.string().describe("The country as a two-letter code (ISO 3166-1 alpha-2)."),
          expiresAt: at.describe("The time it closes."),
        }),
      )
      .describe("Opened IPs that accept the password now."),
  },
  example: {
    request: {},
    response: {
      username: customer.openedIp.username ?? "",
      password: customer.openedIp.password ?? "",
      endpoints: [
        {
          id: customer.openedIds.user,
          host: customer.gateway,
          port: customer.openedIp.port,
          ip: customer.openedIp.ip,
          country: "US",
          expiresAt: customer.openedIp.expiresAt,
        },
      ],
    },
  },
});

export const ipLineChart = call({
  path: "/v1/ipLineChart",
  access: "read",
  summary: "Returns the number of IPs opened on each of the last days (UTC), today included.",
  tag: "ISP pool",
  request: {
    days: oneOf([7, 30], "badDays")
      .default(7)
      .describe("The number of days to show, today included. 7 by default."),
  },
  response: {
    items: z
      .array(
        z.object({
          day: z.string().describe("The day in UTC, as YYYY-MM-DD."),
          opened: z.int().describe("The number of IPs opened on that day."),
        }),
      )
      .describe("One entry a day, the oldest first."),
  },
  example: {
    request: { days: 7 },
    response: {
      items: Array.from({ length: 7 }, (_, n) => ({
        day: `2026-03-${10 + n}`,
        opened: n === 6 ? 2 : 0,
      })),
    },
  },
});

export const poolCalls = {
  ipList,
  ipOpen,
  ipDel,
  ipHistory,
  ipHistoryNoUser,
  ipPassInfo,
  ipLineChart,
};
