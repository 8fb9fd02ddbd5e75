/** Tries an endpoint of the account's own through the gateway (contract §6). */
import { z } from "zod";
import { call } from "./call.ts";
import { optional, requiredText } from "./fields.ts";

export const proxyTest = call({
  path: "/v1/proxyTest",
  summary:
    "Fetches a page through one of the account's own proxies; its bytes count like any other.",
  question: {
    /**
     * `host:port:user:password`, `user:password@host:port`, or a URL (http:// or socks5://): a
     * sub-account at the gateway, or a static IP at one of its open ports.
     */
    proxy: requiredText(400, "badProxy"),
    /** Absent: the URL's scheme, else http. */
    protocol: optional(z.enum(["http", "socks5"], "badField")),
  },
  answer: {
    ok: z.boolean(),
    /** The address that the target saw; null where it was not reached. */
    exitIp: z.string().nullable(),
    /** Of our inventory, by that address: a two-letter code and the network's number. */
    country: z.string().nullable(),
    asn: z.int().nullable(),
    /** Until the proxy had opened the way to the target; null where it did not. */
    connectMs: z.int().nullable(),
    totalMs: z.int(),
    /** Where it failed: a `RefusedReason` of `rules/admission.ts`, else empty. */
    reason: z.string(),
    /** The gateway's own words on it, in English; often empty. */
    detail: z.string(),
    /** What the reason means and what to do, in the question's language; empty where ok. */
    text: z.string(),
    fix: z.string(),
    /** The gateway's `X-Request-Id`, which /v1/requestLog finds; null where it gave none. */
    requestId: z.string().nullable(),
    /** The gateway's HTTP status or SOCKS5 reply; null where it answered nothing. */
    status: z.int().nullable(),
  },
});
