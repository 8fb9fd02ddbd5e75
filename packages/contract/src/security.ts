/** Sessions, passwords and the access key of a signed-in customer (spec/sign-in#calls). */
import { isLoginMinutes, loginMinutes } from "@turnpike/rules/session-life.ts";
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { onePage } from "./examples/example.ts";
import { at, flag, id, integer, optional, paged, paging } from "./fields.ts";
import { reasons } from "./reasons.ts";
import { anyPassword, newPassword, mfaCode, loginEvents } from "./session.ts";
import { secret } from "./secret.ts";

const exampleVisit = {
  ip: "203.0.113.7",
  country: "SE",
  countryName: "Sweden",
  agent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/136.0",
};

export const upPwd = call({
  path: "/v1/upPwd",
  summary: "Changes the password, ends the other sessions and creates a new access key.",
  description:
    "This session and API keys continue; the e-mail lists the keys that were created in the last 7 days.",
  tag: "Security",
  request: {
    oldPassword: anyPassword.describe("The current password."),
    newPassword: newPassword.describe("The new password."),
    mfaCode,
  },
  response: { ended: z.int().describe("The number of other sessions that this ended.") },
  refusals: ["commonPassword", ...reasons.ownPassword],
  example: {
    request: {
      oldPassword: "Example-Pass-1",
      newPassword: "Example-Pass-2",
      mfaCode: "123456",
    },
    response: { ended: 1 },
  },
});

export const moreLogin = call({
  path: "/v1/moreLogin",
  summary: "Allows several devices at once, or only this one.",
  description: "With `enabled=0` every other session ends at once; its next call returns 300.",
  tag: "Security",
  request: { enabled: flag().describe("1 to allow several devices, 0 to allow one.") },
  response: { multiDevice: z.boolean().describe("The new setting.") },
  example: { request: { enabled: false }, response: { multiDevice: false } },
});

export const upTokenCache = call({
  path: "/v1/upTokenCache",
  summary: "Sets the number of minutes that a session lives without a call; 0: for ever.",
  description: "Applies to all sessions of the account from their next call on.",
  tag: "Security",
  request: {
    minutes: integer(0, loginMinutes.most, "badMinutes")
      .refine(isLoginMinutes, "badMinutes")
      .describe("Minutes a session lives without a call; 0: for ever. 0 needs `mfaCode`."),
    mfaCode,
  },
  response: { loginMinutes: z.int().describe("The new setting.") },
  example: { request: { minutes: 1440 }, response: { loginMinutes: 1440 } },
});

export const sessions = call({
  path: "/v1/sessions",
  access: "manage",
  allowedInStaffView: true,
  summary: "Lists the account's open sessions, this one first.",
  tag: "Security",
  response: {
    items: z
      .array(
        z.object({
          id: z.string().describe("The session's ID, as `/v1/endSessions` takes it."),
          current: z.boolean().describe("True if it is the session of this call."),
          createdAt: at.describe("The time it signed in."),
          lastSeenAt: at.describe("The time of its last call."),
          expiresAt: at
            .nullable()
            .describe("The time it ends unless it makes a call; null: never."),
          ip: z.string().describe("The address of its last call."),
          country: z
            .string()
            .nullable()
            .describe("The address's country (ISO 3166-1 alpha-2); null if unknown."),
          countryName: z
            .string()
            .nullable()
            .describe("The country's name, in the language of the call; null if unknown."),
          agent: z.string().describe("The browser or program, as it named itself."),
        }),
      )
      .describe("The sessions."),
  },
  example: {
    request: {},
    response: {
      items: [
        {
          id: customer.exampleId(2),
          current: true,
          createdAt: "2026-03-15T07:58:12.000Z",
          lastSeenAt: customer.now,
          expiresAt: "2026-03-17T09:30:00.000Z",
          ...exampleVisit,
        },
      ],
    },
  },
});

export const endSessions = call({
  path: "/v1/endSessions",
  summary: "Ends one session, or all but this one.",
  tag: "Security",
  request: {
    id: optional(id()).describe("The session to end, by ID; all but this one if absent."),
  },
  response: { ended: z.int().describe("The number of sessions ended.") },
  refusals: ["sessionNotFound"],
  example: { request: { id: customer.exampleId(3) }, response: { ended: 1 } },
});

export const loginLog = call({
  path: "/v1/loginLog",
  access: "manage",
  allowedInStaffView: true,
  summary: "Lists sign-ins and security changes of the account, newest first.",
  tag: "Security",
  request: paging,
  response: paged(
    z.object({
      at: at.describe("The time it happened."),
      ip: z.string().describe("The client's address."),
      country: z
        .string()
        .nullable()
        .describe("The address's country (ISO 3166-1 alpha-2); null if unknown."),
      countryName: z
        .string()
        .nullable()
        .describe("The country's name, in the language of the call; null if unknown."),
      agent: z.string().describe("The browser or program, as it named itself."),
      current: z.boolean().describe("True if it was this session."),
      event: z
        .enum(loginEvents)
        .describe("The kind of event: a sign-in by its method, or the setting that changed."),
    }),
  ),
  example: {
    request: { page: 1, limit: 10 },
    response: onePage([
      { at: "2026-03-15T07:58:12.000Z", ...exampleVisit, current: true, event: "signin" },
      { at: "2026-02-02T08:20:00.000Z", ...exampleVisit, current: false, event: "loginBound" },
      { at: "2026-02-02T08:15:00.000Z", ...exampleVisit, current: false, event: "signup" },
    ]),
  },
});

export const upAccessKey = call({
  path: "/v1/upAccessKey",
  needsVerifiedEmail: true,
  summary: "Creates a new access key; the old one stops working at once.",
  description: "Programs that use the old key are refused with 300 from then on.",
  tag: "Security",
  request: { mfaCode },
  response: {
    accessKey: secret(z.string().describe("The new access key. Programs send it as `key`.")),
  },
  example: { request: { mfaCode: "123456" }, response: { accessKey: "EXAMPLE-ACCESS-KEY" } },
});

export const securityCalls = {
  upPwd,
  moreLogin,
  upTokenCache,
  sessions,
  endSessions,
  loginLog,
  upAccessKey,
};
