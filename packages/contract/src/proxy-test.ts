/** Tries an endpoint of the account's own through the gateway (spec/pool#proxy-test). */
import { z } from "zod";
import { call } from "./call.ts";
import { optional, requiredText } from "./fields.ts";

export const proxyTest = call({
  path: "/v1/proxyTest",
  summary:
    "Fetches a page through one of the account's own proxies; its bytes count like any other.",
  question: {
    proxy: requiredText(400, "badProxy").describe(
      "`host:port:user:password`, `user:password@host:port`, or a URL (http:// or socks5://): a sub-account at the gateway, or a static IP at one of its open ports.",
    ),
    protocol: optional(z.enum(["http", "socks5"], "badField")).describe(
      "Absent: the URL's scheme, else http.",
    ),
  },
  answer: {
    ok: z.boolean(),
    exitIp: z
      .string()
      .nullable()
      .describe("The address that the target saw; null where it was not reached."),
    country: z
      .string()
      .nullable()
      .describe("The exit's, as the inventory knows it by that address (ISO 3166-1 alpha-2)."),
    asn: z.int().nullable(),
    connectMs: z
      .int()
      .nullable()
      .describe("Until the proxy had opened the way to the target; null where it did not."),
    totalMs: z.int(),
    reason: z
      .string()
      .describe("Why it failed, as `X-Turnpike-Reason` names it; empty where it did not."),
    detail: z.string().describe("The gateway's own words on it, in English; often empty."),
    text: z
      .string()
      .describe(
        "What the reason means and what to do, in the question's language; empty where ok.",
      ),
    fix: z.string(),
    requestId: z
      .string()
      .nullable()
      .describe(
        "The gateway's `X-Request-Id`, which /v1/requestLog finds; null where it gave none.",
      ),
    status: z
      .int()
      .nullable()
      .describe("The gateway's HTTP status or SOCKS5 reply; null where it answered nothing."),
  },
});
