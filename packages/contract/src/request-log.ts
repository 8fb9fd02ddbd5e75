/**
 * The request log: what each tunnel or request of the last 24 h came to
 * (spec/traffic-plan#request-log).
 */
import type { RefusedReason } from "@turnpike/rules/admission.ts";
import { z } from "zod";
import { call } from "./call.ts";
import { at, bytes, instant, instantAfter, optional, paged, paging, text } from "./fields.ts";

/** `cut` was ended from here (quota, settings), `failed` by the exit or the target. */
export const outcomes = ["ok", "refused", "cut", "failed"] as const;
export const protocols = ["connect", "http", "socks5"] as const;

/** One tunnel or request that ended, or was refused; a line of `/v1/requestLog`. */
export interface RequestRow {
  /** The `X-Request-Id`; one row for each. */
  id: string;
  /** When it began, milliseconds since 1970 by the product's clock. */
  at: number;
  accountId: string;
  /** The sub-account, the static IP, the opened IP or the unlimited port. */
  subAccountId: string;
  /** The client's address, canonical. */
  client: string;
  /** host:port; empty where it was refused before one was known. */
  target: string;
  protocol: (typeof protocols)[number];
  /** The exit's address and country; empty where none was chosen. */
  exitIp: string;
  country: string;
  upBytes: number;
  downBytes: number;
  /** How long it took, whole milliseconds. */
  ms: number;
  outcome: (typeof outcomes)[number];
  /** Why it was refused, cut or failed; empty for `ok`. */
  reason: RefusedReason | "";
  /** What exactly, in one line; often empty. */
  detail: string;
}

export const loggedRequest = z.object({
  id: z.string().describe("The gateway's `X-Request-Id`."),
  at: at.describe("When it began."),
  account: z.string().describe("The name of the sub-account, the static IP or the unlimited port."),
  product: z
    .enum(["traffic", "ip", "static", "short", "port", "bandwidth"])
    .describe(
      "What it was sent under: traffic of the plan, an opened IP, a static IP by its term, a port of a plan by its kind.",
    ),
  client: z.string().describe("The client's address."),
  target: z.string().describe("host:port, or empty where it was refused before one was known."),
  exit: z.string().describe("The address that the target saw; empty without one."),
  country: z.string().describe("The exit's country, or empty."),
  protocol: z.enum(protocols),
  upBytes: bytes,
  downBytes: bytes,
  ms: z.int(),
  outcome: z.enum(outcomes),
  reason: z
    .string()
    .describe("Why it was refused, cut or failed, in one stable word; empty where all went well."),
  detail: z.string().describe("The gateway's own words on this one, in English; often empty."),
  text: z
    .string()
    .describe("What the reason means and what the customer can do, in the question's language."),
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
    account: optional(text(22)).describe(
      "A sub-account's name, or that of static IPs; deleted ones too.",
    ),
    outcome: optional(z.enum(outcomes, "badField")),
    from: optional(instant()),
    to: optional(instantAfter()).describe("The first instant that does not count."),
    search: optional(text(100)).describe(
      "Part of an id, a target, a client's address or an exit's.",
    ),
  },
  answer: paged(loggedRequest),
});
