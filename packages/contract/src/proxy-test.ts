/** Tests one of the account's endpoints through the gateway (spec/pool#proxy-test). */
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import * as examples from "./examples/traffic.ts";
import { optional, requiredText } from "./fields.ts";

export const proxyTest = call({
  path: "/v1/proxyTest",
  access: "proxies",
  summary: "Fetches a page through one of the account's own proxies.",
  description: "The traffic is counted, and billed where the product is billed by traffic.",
  tag: "Traffic plan",
  request: {
    proxy: requiredText(400, "badProxy").describe(
      "The proxy: `host:port:user:password`, `user:password@host:port`, or a URL (`http://`, `socks5://`). It has to be one of the account's own.",
    ),
    protocol: optional(z.enum(["http", "socks5"], "badField")).describe(
      "The protocol to test with. By default that of the URL, else `http`.",
    ),
  },
  response: {
    ok: z.boolean().describe("True if the page was fetched."),
    exitIp: z
      .string()
      .nullable()
      .describe("The address that the target saw; null if it was not reached."),
    country: z
      .string()
      .nullable()
      .describe("The exit's country (ISO 3166-1 alpha-2); null if unknown."),
    asn: z.int().nullable().describe("The exit's network number (ASN); null if unknown."),
    connectMs: z
      .int()
      .nullable()
      .describe("Milliseconds until the proxy was connected to the target; null if it was not."),
    totalMs: z.int().describe("The duration of the whole test, in milliseconds."),
    reason: z
      .string()
      .describe("The reason of a failure, as in `Proxy-Status`; empty if it succeeded."),
    detail: z.string().describe("The gateway's message, in English; often empty."),
    text: z
      .string()
      .describe("The meaning of the reason, in the language of the call; empty if it succeeded."),
    fix: z
      .string()
      .describe("The advice on the reason, in the language of the call; empty if it succeeded."),
    requestId: z
      .string()
      .nullable()
      .describe(
        "The gateway's `X-Request-Id`, which `/v1/requestLog` finds; null if there was none.",
      ),
    status: z
      .int()
      .nullable()
      .describe("The gateway's HTTP status or SOCKS5 reply; null without one."),
  },
  refusals: [
    "proxyTestUnavailable",
    "proxyNotOurs",
    "proxyNeedsCredentials",
    "subAccountNotFound",
    "staticNotFound",
    "portNotFound",
    "openedIpNotFound",
    "tooManyTries",
  ],
  example: {
    request: {
      proxy: `${customer.gateway}:8000:Crawler01-region-us:Example1Pass`,
      protocol: "http",
    },
    response: {
      ok: true,
      exitIp: "192.0.2.44",
      country: "US",
      asn: 7_922,
      connectMs: 212,
      totalMs: 390,
      reason: "",
      detail: "",
      text: "",
      fix: "",
      requestId: examples.requestId,
      status: 200,
    },
  },
});

export const proxyTestCalls = { proxyTest };
