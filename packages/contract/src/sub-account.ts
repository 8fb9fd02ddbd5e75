/** Sub-accounts: the user names that traffic is sent under (spec/traffic-plan#sub-accounts). */
import { isProxyCredential, isProxyPassword } from "@turnpike/rules/credentials.ts";
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { onePage } from "./examples/example.ts";
import * as examples from "./examples/sub-account.ts";
import {
  at,
  bytes,
  flag,
  id,
  ids,
  optional,
  paged,
  paging,
  requestId,
  text,
  sortedBy,
} from "./fields.ts";
import { reasons } from "./reasons.ts";
import { limitFields, trafficGb } from "./sub-account-fields.ts";
import { secret } from "./secret.ts";

/** 6-22 letters and digits (spec/sign-in#credentials). */
const account = z
  .string("missingField")
  .min(1, "missingField")
  .refine(isProxyCredential, "badAccountName");
const password = z
  .string("enterPassword")
  .min(1, "enterPassword")
  .refine(isProxyPassword, "badProxyPassword");
const remark = text(200);

/** The limits that are set; null or an empty list if not. */
export const subAccountLimits = z
  .object({
    maxConnections: z
      .int()
      .nullable()
      .describe("The largest number of open connections; null for no limit."),
    dayBytes: bytes
      .nullable()
      .describe("Traffic it may use in a UTC day, in bytes; null for no limit."),
    monthBytes: bytes
      .nullable()
      .describe("Traffic it may use in a UTC month, in bytes; null for no limit."),
    allowDomains: z
      .array(z.string())
      .describe(
        "The only targets allowed; `*.example.com` means its subdomains alone. Empty: all.",
      ),
    denyDomains: z.array(z.string()).describe("Targets that are blocked."),
  })
  .meta({
    id: "SubAccountLimits",
    description: "Limits set by the owner; null or an empty list for no limit.",
  });
export type SubAccountLimits = z.output<typeof subAccountLimits>;

export const subAccount = z
  .object({
    id: z.string().describe("The sub-account's ID."),
    account: z.string().describe("The username that traffic is sent under."),
    password: secret(z.string().describe("Its password.")),
    rotateToken: secret(z.string().describe("With `-` and a `sid`, the token of `GET /rotate`.")),
    main: z
      .boolean()
      .describe("True for the main sub-account, which uses all traffic that is not allocated."),
    enabled: z.boolean().describe("True if it is enabled."),
    pool: z.string().describe("The pool of traffic that serves it, `residential` or another one."),
    allocatedBytes: bytes.describe("The traffic allocated to it so far, in bytes."),
    usedBytes: bytes.describe("The traffic it has used, in bytes."),
    availableBytes: bytes.describe("The traffic it can still use, in bytes."),
    limits: subAccountLimits.describe("The limits that the owner set."),
    targetBudgets: z
      .array(
        z.object({
          target: z.string().describe("The domain, with its subdomains; or an address."),
          dayBytes: bytes.nullable().describe("The budget of a UTC day, in bytes; null for none."),
          monthBytes: bytes
            .nullable()
            .describe("The budget of a UTC month, in bytes; null for none."),
          dayUsedBytes: bytes.describe("Traffic to it since midnight UTC, in bytes."),
          monthUsedBytes: bytes.describe(
            "Traffic to it since the first of the month (UTC), in bytes.",
          ),
        }),
      )
      .describe("Budgets of targets; bytes count from when a budget was set."),
    dayUsedBytes: bytes.describe("Traffic used since midnight UTC, in bytes."),
    monthUsedBytes: bytes.describe("Traffic used since the first of the month (UTC), in bytes."),
    remark: z.string().describe("The customer's description; empty without one."),
    createdAt: at.describe("The time it was created."),
  })
  .meta({ id: "SubAccount", description: "A username and password that traffic is sent under." });
export type SubAccount = z.output<typeof subAccount>;

export const addSubUser = call({
  path: "/v1/addSubUser",
  access: "proxies",
  takesRequestId: true,
  // It spends nothing, but the new credential has to work as soon as the response arrives.
  waitsForGateways: true,
  summary: "Creates a sub-account.",
  description:
    "`trafficGb` is taken from traffic that is not allocated; the `main` sub-account needs none. It can be used when the call returns.",
  tag: "Sub-accounts",
  request: {
    account: account.describe("The username, 6 to 22 letters and digits."),
    password: password.describe(
      "The password, 6 to 22 letters and digits; at least 10 if only digits.",
    ),
    trafficGb: optional(trafficGb).describe(
      "Traffic to allocate, in GB of 1,000,000,000 bytes with 3 decimals at most. 0 by default.",
    ),
    remark: optional(remark).describe("A description, as free text."),
    pool: optional(text(40)).describe(
      "The pool of traffic that serves it, for good; `residential` if absent.",
    ),
    main: optional(flag()).describe(
      "1 to make it the main sub-account, which uses all traffic that is not allocated.",
    ),
    ...limitFields,
    requestId,
  },
  response: subAccount,
  refusals: ["accountTaken", "secondMainAccount", "tooMany", "badField", ...reasons.allotting],
  example: {
    request: {
      account: "Shopper02",
      password: "Example1Pass",
      trafficGb: 20,
      remark: "price checks",
      maxConnections: 50,
      dayGb: 2,
      denyDomains: ["*.example.net"],
      requestId: "shopper-2026-03-16",
    },
    response: examples.fresh,
  },
});

export const subUserSorts = ["account", "allocatedBytes", "usedBytes", "createdAt"] as const;
export const subUsers = call({
  path: "/v1/subUsers",
  access: "read",
  summary: "Lists the account's sub-accounts, newest first unless `sort` says otherwise.",
  tag: "Sub-accounts",
  request: {
    ...paging,
    search: optional(text(60)).describe("Part of a username or remark."),
    status: optional(z.enum(["enabled", "disabled"], "badField")).describe(
      "Only sub-accounts that are enabled, or disabled.",
    ),
    pool: optional(text(40)).describe("Only sub-accounts of this pool of traffic."),
    sort: sortedBy(subUserSorts).describe(
      "The field to sort by; with `-` before it in descending order.",
    ),
    mainFirst: optional(flag()).describe("1 to list the main sub-account before all others."),
  },
  response: paged(subAccount),
  example: {
    request: { page: 1, limit: 10, status: "enabled" },
    response: onePage([customer.shopAccount, customer.mainAccount]),
  },
});

export const upSubUser = call({
  path: "/v1/upSubUser",
  access: "proxies",
  summary: "Changes a sub-account's allocation, limits, remark or state.",
  description:
    "`trafficGb` is the whole allocation, not what is added to it. Connections that exceed a new limit end within a second.",
  tag: "Sub-accounts",
  request: {
    id: id().describe("The sub-account, by ID."),
    trafficGb: optional(trafficGb).describe(
      "The whole allocation, in GB of 1,000,000,000 bytes with 3 decimals at most.",
    ),
    remark: remark.optional().describe("A description; empty text removes it."),
    enabled: optional(flag()).describe("1 to enable it, 0 to disable it."),
    ...limitFields,
  },
  response: subAccount,
  refusals: ["subAccountNotFound", ...reasons.allotting],
  example: {
    request: { id: customer.subAccountIds.shop, trafficGb: 20, dayGb: 2, maxConnections: 50 },
    response: customer.shopAccount,
  },
});

export const delSubUser = call({
  path: "/v1/delSubUser",
  access: "proxies",
  summary: "Deletes sub-accounts for ever; their unused traffic returns.",
  description: "Open tunnels end at once. A name can never be used again.",
  tag: "Sub-accounts",
  request: { ids: ids().describe("The sub-accounts, by ID. Separated by commas in a form.") },
  response: { deleted: z.int().describe("The number of sub-accounts deleted.") },
  refusals: ["subAccountNotFound"],
  example: { request: { ids: [customer.subAccountIds.shop] }, response: { deleted: 1 } },
});

export const upSubUserLevel = call({
  path: "/v1/upSubUserLevel",
  access: "proxies",
  summary: "Makes a sub-account the main one, which uses all traffic that is not allocated.",
  tag: "Sub-accounts",
  request: { id: id().describe("The sub-account, by ID.") },
  response: subAccount,
  refusals: ["subAccountNotFound"],
  example: { request: { id: customer.subAccountIds.main }, response: customer.mainAccount },
});

export const upSubUserPasswd = call({
  path: "/v1/upSubUserPasswd",
  access: "proxies",
  summary: "Sets a sub-account's password.",
  description: "The old password is refused at once.",
  tag: "Sub-accounts",
  request: {
    id: id().describe("The sub-account, by ID."),
    password: password.describe(
      "The new password, 6 to 22 letters and digits; at least 10 if only digits.",
    ),
  },
  refusals: ["subAccountNotFound"],
  example: {
    request: { id: customer.subAccountIds.shop, password: "Example6Pass" },
    response: {},
  },
});

export const availableSubUsers = call({
  path: "/v1/availableSubUsers",
  access: "read",
  summary: "Lists the enabled sub-accounts with their passwords, for endpoint strings.",
  tag: "Sub-accounts",
  response: {
    items: z
      .array(
        subAccount.pick({
          id: true,
          account: true,
          password: true,
          rotateToken: true,
          pool: true,
          availableBytes: true,
        }),
      )
      .describe("The enabled sub-accounts."),
  },
  example: {
    request: {},
    response: {
      items: [examples.entry(customer.shopAccount), examples.entry(customer.mainAccount)],
    },
  },
});

export const subAccounts = call({
  path: "/v1/subAccounts",
  access: "read",
  summary: "Lists the names of all sub-accounts, deleted ones included, for filters.",
  tag: "Sub-accounts",
  response: {
    items: z
      .array(
        z.object({
          id: z.string().describe("The sub-account's ID."),
          account: z.string().describe("Its username."),
          deleted: z.boolean().describe("True if it was deleted."),
        }),
      )
      .describe("All sub-accounts."),
  },
  example: {
    request: {},
    response: {
      items: [
        { id: customer.subAccountIds.shop, account: "Shopper02", deleted: false },
        { id: customer.subAccountIds.main, account: "Crawler01", deleted: false },
      ],
    },
  },
});

export const subAccountCalls = {
  addSubUser,
  subUsers,
  upSubUser,
  delSubUser,
  upSubUserLevel,
  upSubUserPasswd,
  availableSubUsers,
  subAccounts,
};
