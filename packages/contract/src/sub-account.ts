/** Sub-accounts: the names that traffic is sent under (spec/traffic-plan#sub-accounts). */
import { isProxyCredential } from "@turnpike/rules/credentials.ts";
import { z } from "zod";
import { call } from "./call.ts";
import {
  at,
  bytes,
  flag,
  id,
  ids,
  integer,
  number,
  optional,
  paged,
  paging,
  requestId,
  text,
  sortedBy,
} from "./fields.ts";

/** 6-22 letters and digits (spec/sign-in#credentials). */
const credential = (missing: string, reason: string) =>
  z.string(missing).min(1, missing).refine(isProxyCredential, reason);
const account = credential("missingField", "badAccountName");
const password = credential("enterPassword", "badProxyPassword");
/** GB ever allotted: at least 0, at most 3 decimals (spec/traffic-plan#allotment). */
const trafficGb = number("trafficNotNumber")
  .refine((value) => value >= 0 && value <= 1_000_000, "trafficNotNumber")
  .refine((value) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6, "trafficNotNumber");
const remark = text(200);

/** A limit: empty takes it away, absent leaves it as it is. */
const clearable = <T extends z.ZodType>(field: T) =>
  z.preprocess((value) => (value === "" ? null : value), field.nullable().optional());
/** `trafficNotNumber` says that 0 will do, which no limit may be. */
const limitGb = trafficGb.refine((value) => value !== 0, "badNumber");
/** Comma-separated; `rules/sub-account-limits.ts` reads each entry. Empty takes the list away. */
const domains = z
  .preprocess(
    (value) => (typeof value === "string" ? value.split(/[,\s]+/).filter(Boolean) : value),
    z.array(z.string("badDomain").max(300, "badDomain"), "badDomain").max(1000, "tooManyDomains"),
  )
  .optional();
/** What an owner may limit of a sub-account; GB per UTC day and per UTC month. */
const limitFields = {
  maxConnections: clearable(integer(1, 100_000)),
  dayGb: clearable(limitGb),
  monthGb: clearable(limitGb),
  allowDomains: domains,
  denyDomains: domains,
};

/** The limits as they stand: null or an empty list where there is none. */
export const subAccountLimits = z.object({
  maxConnections: z.int().nullable(),
  dayBytes: bytes.nullable(),
  monthBytes: bytes.nullable(),
  allowDomains: z
    .array(z.string())
    .describe(
      "Where not empty: the only targets allowed. `*.example.com` is its subdomains alone.",
    ),
  denyDomains: z.array(z.string()),
});
export type SubAccountLimits = z.output<typeof subAccountLimits>;

export const subAccount = z.object({
  id: z.string(),
  account: z.string(),
  password: z.string(),
  main: z.boolean(),
  enabled: z.boolean(),
  allocatedBytes: bytes,
  usedBytes: bytes,
  availableBytes: bytes,
  limits: subAccountLimits,
  dayUsedBytes: bytes.describe("Used since the last midnight, UTC."),
  monthUsedBytes: bytes,
  remark: z.string(),
  createdAt: at,
});
export type SubAccount = z.output<typeof subAccount>;

export const addSubUser = call({
  path: "/v1/addSubUser",
  once: true,
  // It spends nothing, but a credential that was answered passes at once.
  live: true,
  summary: "Makes a sub-account.",
  question: {
    account,
    password,
    trafficGb: optional(trafficGb),
    remark: optional(remark),
    main: optional(flag()),
    ...limitFields,
    requestId,
  },
  answer: subAccount.shape,
});

export const subUserSorts = ["account", "allocatedBytes", "usedBytes", "createdAt"] as const;
export const subUsers = call({
  path: "/v1/subUsers",
  access: "key",
  summary: "The account's sub-accounts, newest first unless `sort` says otherwise.",
  question: {
    ...paging,
    search: optional(text(60)),
    status: optional(z.enum(["enabled", "disabled"], "badField")),
    sort: sortedBy(subUserSorts),
  },
  answer: paged(subAccount),
});

export const upSubUser = call({
  path: "/v1/upSubUser",
  summary: "Changes a sub-account's allotment, limits, remark or state.",
  question: {
    id: id(),
    trafficGb: optional(trafficGb),
    remark: remark.optional(),
    enabled: optional(flag()),
    ...limitFields,
  },
  answer: subAccount.shape,
});

export const delSubUser = call({
  path: "/v1/delSubUser",
  summary: "Deletes sub-accounts for ever; what they did not use returns.",
  question: { ids: ids() },
  answer: { deleted: z.int() },
});

export const upSubUserLevel = call({
  path: "/v1/upSubUserLevel",
  summary: "Makes a sub-account the main one, which uses all traffic that is not allotted.",
  question: { id: id() },
  answer: subAccount.shape,
});

export const upSubUserPasswd = call({
  path: "/v1/upSubUserPasswd",
  summary: "Sets a sub-account's password.",
  question: { id: id(), password },
});

export const availableSubUsers = call({
  path: "/v1/availableSubUsers",
  access: "key",
  summary: "The enabled sub-accounts with their passwords, for endpoint strings.",
  answer: {
    items: z.array(
      subAccount.pick({ id: true, account: true, password: true, availableBytes: true }),
    ),
  },
});

export const subAccounts = call({
  path: "/v1/subAccounts",
  access: "key",
  summary: "The names of all sub-accounts, deleted ones too, for filters.",
  answer: {
    items: z.array(z.object({ id: z.string(), account: z.string(), deleted: z.boolean() })),
  },
});
