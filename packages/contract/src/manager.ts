/** The local proxy manager on the customer's machine: 127.0.0.1:4000 (spec/manager#origins). */
import { z } from "zod";
import * as examples from "./examples/services.ts";
import { at, bytes, instant, integer, list, optional, text } from "./fields.ts";
import { serviceCall } from "./service-call.ts";

/** The default port at which dashboards look for the manager. */
export const managerPort = 4_000;
/** The first of its local ports. */
export const firstLocalPort = 24_000;
export const localProtocols = ["http", "socks5", "both"] as const;
export type LocalProtocol = (typeof localProtocols)[number];

/** A local port without a password, and the proxy it forwards to. */
export const localPort = z
  .object({
    port: z.int().describe("The local port's number."),
    ip: z.string().describe("The exit's address; empty if `/start` did not name one."),
    upstream: z.string().describe("The proxy that it leads to, as `host:port` without the secret."),
    protocol: z
      .enum(localProtocols)
      .describe("The protocol of the local port; `both` is HTTP proxy and SOCKS5."),
    startedAt: at.describe("The time it was opened."),
    expiresAt: at.nullable().describe("The time it closes; null: never."),
    upBytes: bytes.describe("Traffic from the client, in bytes."),
    downBytes: bytes.describe("Traffic to the client, in bytes."),
    connections: z.int().describe("Connections that are open now."),
    state: z
      .enum(["listening", "expired", "failed"])
      .describe(
        "The state. `listening`; `expired`: its time is over, and it refuses connections; `failed`: it could not be opened or cannot reach the proxy (see `detail`).",
      ),
    detail: z.string().describe("The reason of the failure, in one line; empty otherwise."),
  })
  .meta({
    id: "LocalPort",
    description: "A local port without a password, and the proxy it leads to.",
  });
export type LocalPort = z.output<typeof localPort>;

/** Port numbers: comma-separated text, a JSON array of numbers or texts, or one number. */
const portNumbers = z.preprocess(
  (value) => {
    if (typeof value === "number") return [String(value)];
    if (!Array.isArray(value)) return value;
    return value.map((one: unknown) => (typeof one === "number" ? String(one) : one));
  },
  list(1_000)
    .refine((items) => items.length > 0, "selectRow")
    .refine((items) => items.every((one) => /^\d{1,9}$/.test(one)), "badField")
    .transform((items) => [...new Set(items.map(Number))]),
);

export const managerCalls = {
  ipList: serviceCall({
    method: "POST",
    path: "/ipList",
    summary: "Lists the open local ports, and returns the manager's version.",
    description: "Their secrets are left out.",
    request: z.object({}),
    response: z.object({
      items: z.array(localPort).describe("The local ports."),
      version: z.string().describe("The version of the local manager."),
    }),
    refusals: [],
    example: { request: {}, response: { items: [examples.localPort], version: "0.1.0" } },
  }),
  start: serviceCall({
    method: "POST",
    path: "/start",
    summary: "Opens a local port without a password, which leads to one proxy.",
    description:
      "The port listens on this machine only, and is open when the call returns. Its fields are in `item` too.",
    request: z.object({
      upstream: text(500)
        .refine((value) => value !== "", "missingField")
        .describe(
          "The proxy to lead to: `host:port:user:password`, `user:password:host:port`, `user:password@host:port`, `host:port@user:password`, `host:port`, or a URL (http, socks5).",
        ),
      ip: optional(text(64)).describe("The exit's address, to be shown in lists."),
      port: optional(integer(1_024, 65_535, "badField")).describe(
        "The local port to open. The first free one from 24000 by default.",
      ),
      protocol: z
        .preprocess(
          (value) => (value === "" ? undefined : value),
          z.enum(localProtocols, "badField").default("both"),
        )
        .describe("The protocol of the local port. `both` (HTTP proxy and SOCKS5) by default."),
      expiresAt: optional(instant()).describe("The time to close it; never if absent."),
    }),
    response: localPort.extend({
      item: localPort.describe("The port that was opened; its fields are beside it too."),
    }),
    refusals: ["badUpstream"],
    example: {
      request: {
        upstream: `${examples.localPort.upstream}:${examples.held.username}:${examples.held.password}`,
        ip: examples.held.ip,
        expiresAt: examples.held.expiresAt,
      },
      response: { ...examples.localPort, item: examples.localPort },
    },
  }),
  del: serviceCall({
    method: "POST",
    path: "/del",
    summary: "Closes local ports at once.",
    description: "An unknown port refuses all of them (`portNotFound`).",
    request: z.object({
      ports: portNumbers.describe("The port numbers to close. Separated by commas in a form."),
    }),
    response: z.object({ deleted: z.int().describe("The number of ports closed.") }),
    refusals: ["portNotFound"],
    example: { request: { ports: ["24000"] }, response: { deleted: 1 } },
  }),
};
