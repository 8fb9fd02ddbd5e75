/**
 * The request log: the outcome of each tunnel or request of the last 24 h
 * (spec/traffic-plan#request-log).
 */
import type { RefusedReason } from "@turnpike/rules/admission.ts";
import { z } from "zod";
import type { Product } from "./data-plane.ts";
import { call } from "./call.ts";
import type { ConnectionLine } from "./connection-line.ts";
import { onePage } from "./examples/example.ts";
import * as examples from "./examples/traffic.ts";
import { at, bytes, instant, instantAfter, optional, paged, paging, text } from "./fields.ts";

/**
 * `udp`: one target of a SOCKS5 UDP association. `cut`: ended by the gateway (quota, settings);
 * `failed`: ended by the exit or the target.
 */
export const outcomes = ["ok", "refused", "cut", "failed"] as const;
export const protocols = ["connect", "http", "socks5", "udp"] as const;

/** One tunnel or request that ended or was refused; an item of `/v1/requestLog`. */
export interface RequestRow {
  /** The `X-Request-Id`; unique per row. */
  id: string;
  /** Start time, in milliseconds since 1970 by the product's clock. */
  at: number;
  accountId: string;
  /** The sub-account, the static IP, the opened IP or the unlimited port. */
  subAccountId: string;
  /** The client's address, in canonical form. */
  client: string;
  /** host:port; empty if the request was refused before it was known. */
  target: string;
  protocol: (typeof protocols)[number];
  /**
   * The exit's address (null: not known) and country, or the place that was asked for; empty if no
   * exit was chosen.
   */
  exitIp: string | null;
  country: string;
  upBytes: number;
  downBytes: number;
  /** Duration in whole milliseconds. */
  ms: number;
  outcome: (typeof outcomes)[number];
  /** Why it was refused, cut or failed; empty for `ok`. */
  reason: RefusedReason | "";
  /** Details in one line; often empty. */
  detail: string;
  /** The product that the traffic belongs to; `relay`: another node's, through this node's relay. */
  product?: Product | "relay";
  /** The address that was dialled, or would have been first; absent if there was none. */
  address?: string;
  /** Set by the hub: what its gateway could not prove of it (spec/nodes#identity). */
  proof?: "relayed" | "unproved";
  /** Set while it is open: `ms` and bytes are those so far, and a later row completes it. */
  open?: true;
  /** The upstream that was used, by name, and the session it saw; absent for own exits. */
  upstream?: string;
  session?: string;
  /** How many connections a folded line stands for, from `at` on; absent for a line of one. */
  connections?: number;
}

/** Requests in which a gateway sends rows (`Questions` of data-plane.ts). */
export interface LogQuestions {
  /** Rows without an exit; repeats change nothing. `dropped` rows were discarded unsent. */
  requests: {
    question: { gateway: string; epoch: string; rows: RequestRow[]; dropped: number };
    answer: { kept: number };
  };
  /**
   * Connections that used an exit: ended, or open for some time. Stored for the trace and shown in
   * the log. Resent until accepted; repeats change nothing. `dropped` had no room on the disk.
   */
  connections: {
    question: { gateway: string; epoch: string; rows: ConnectionLine[]; dropped: number };
    answer: { kept: number };
  };
}

export const loggedRequest = z
  .object({
    id: z.string().describe("The gateway's `X-Request-Id`."),
    at: at.describe("The time it began."),
    account: z.string().describe("The name of the sub-account, static IP or unlimited port."),
    product: z
      .enum(["traffic", "ip", "static", "short", "port", "bandwidth"])
      .describe("The product it was sent through."),
    client: z.string().describe("The client's address."),
    target: z
      .string()
      .describe("The target as `host:port`; empty if it was refused before the target was known."),
    exit: z
      .string()
      .nullable()
      .describe("The address that the target saw; empty without one, null if it is not known."),
    place: z
      .string()
      .describe("The exit's country in the language of the call; empty without one."),
    country: z.string().describe("The exit's country (ISO 3166-1 alpha-2); empty without one."),
    protocol: z
      .enum(protocols)
      .describe(
        "The protocol between client and gateway; `udp`: one target of a SOCKS5 UDP association.",
      ),
    upBytes: bytes.describe("Traffic from the client, in bytes."),
    downBytes: bytes.describe("Traffic to the client, in bytes."),
    ms: z.int().describe("The duration, in milliseconds."),
    outcome: z
      .enum(outcomes)
      .describe(
        "The outcome: `ok`; `refused` by the gateway; `cut` by a limit or a change; `failed` at the exit or the target.",
      ),
    reason: z
      .string()
      .describe(
        "The reason it was refused, cut or failed, as one stable word; empty if it was `ok`.",
      ),
    detail: z.string().describe("The gateway's message, in English; often empty."),
    text: z.string().describe("The meaning of the reason, in the language of the call."),
    fix: z.string().describe("The advice on the reason, in the language of the call."),
  })
  .meta({ id: "LoggedRequest", description: "A tunnel or request that ended or was refused." });
export type LoggedRequest = z.output<typeof loggedRequest>;

export const requestLog = call({
  path: "/v1/requestLog",
  access: "read",
  summary:
    "Lists the tunnels and requests of the last 24 hours that ended or were refused, newest first.",
  description: "An entry appears a few seconds after its tunnel has ended.",
  tag: "Traffic plan",
  request: {
    ...paging,
    account: optional(text(22)).describe(
      "The name of a sub-account or static IP, deleted ones included.",
    ),
    outcome: optional(z.enum([...outcomes, "errors"], "badField")).describe(
      "Only entries with this outcome; `errors`: all but `ok`.",
    ),
    from: optional(instant()).describe(
      "The start of the span, included; a bare day starts at midnight UTC.",
    ),
    to: optional(instantAfter()).describe(
      "The end of the span, not included; a bare day is included whole.",
    ),
    search: optional(text(100)).describe(
      "Part of an ID, a target, a client's address or an exit's address.",
    ),
  },
  response: paged(loggedRequest),
  refusals: ["subAccountNotFound"],
  example: {
    request: { outcome: "refused", page: 1, limit: 10 },
    response: onePage([
      {
        id: examples.requestId,
        at: "2026-03-16T09:21:44.120Z",
        account: "Shopper02",
        product: "traffic",
        client: "203.0.113.7",
        target: "cdn.example.net:443",
        exit: "",
        place: "",
        country: "",
        protocol: "connect",
        upBytes: 0,
        downBytes: 0,
        ms: 2,
        outcome: "refused",
        reason: "targetNotAllowed",
        detail: "",
        text: "The owner of this sub-account does not allow this target.",
        fix: "Ask the owner to allow it, or use another target.",
      },
    ]),
  },
});

export const requestLogCalls = { requestLog };
