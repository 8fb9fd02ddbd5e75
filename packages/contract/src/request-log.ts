/** The request log: what each tunnel or request of the last 24 h came to (contract §7, §16). */
import { z } from "zod";
import { call } from "./call.ts";
import { at, bytes, instant, instantAfter, optional, paged, paging, text } from "./fields.ts";

/** `cut` was ended from here (quota, settings), `failed` by the exit or the target. */
export const outcomes = ["ok", "refused", "cut", "failed"] as const;
export const protocols = ["connect", "http", "socks5"] as const;

export const loggedRequest = z.object({
  /** The gateway's `X-Request-Id`. */
  id: z.string(),
  /** When it began. */
  at,
  /** The name of the sub-account, the static IP or the unlimited port. */
  account: z.string(),
  /** What it was sent under: traffic of the plan, an opened IP, a static IP by its term, a port of a plan by its kind. */
  product: z.enum(["traffic", "ip", "static", "short", "port", "bandwidth"]),
  /** The client's address. */
  client: z.string(),
  /** host:port, or empty where it was refused before one was known. */
  target: z.string(),
  /** The address that the target saw; empty without one. */
  exit: z.string(),
  /** The exit's country, or empty. */
  country: z.string(),
  protocol: z.enum(protocols),
  upBytes: bytes,
  downBytes: bytes,
  ms: z.int(),
  outcome: z.enum(outcomes),
  /** A `RefusedReason` of `rules/admission.ts`; empty where all went well. */
  reason: z.string(),
  /** The gateway's own words on this one, in English; often empty. */
  detail: z.string(),
  /** What the reason means and what the customer can do, in the question's language. */
  text: z.string(),
  fix: z.string(),
});
export type LoggedRequest = z.output<typeof loggedRequest>;

export const requestLog = call({
  path: "/v1/requestLog",
  access: "key",
  summary:
    "The tunnels and requests of the last 24 hours that ended or were refused, newest first.",
  question: {
    ...paging,
    /** A sub-account's name, or that of static IPs; deleted ones too. */
    account: optional(text(22)),
    outcome: optional(z.enum(outcomes, "badField")),
    from: optional(instant()),
    /** The first instant that does not count. */
    to: optional(instantAfter()),
    /** Part of an id, a target, a client's address or an exit's. */
    search: optional(text(100)),
  },
  answer: paged(loggedRequest),
});
