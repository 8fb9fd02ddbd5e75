/** The local proxy manager on the customer's machine: 127.0.0.1:4000 (spec/manager#origins). */
import { z } from "zod";
import { at, bytes, instant, integer, list, optional, text } from "./fields.ts";

/** Where dashboards look for it, unless they are told otherwise. */
export const managerPort = 4_000;
/** Its local ports begin there. */
export const firstLocalPort = 24_000;
export const localProtocols = ["http", "socks5", "both"] as const;
export type LocalProtocol = (typeof localProtocols)[number];

/** A local port without password, and where it leads. */
export const localPort = z.object({
  port: z.int(),
  ip: z.string().describe("The exit's address as the dashboard told it; empty where it did not."),
  upstream: z.string().describe("host:port, without its secret."),
  protocol: z.enum(localProtocols),
  startedAt: at,
  expiresAt: at.nullable(),
  upBytes: bytes,
  downBytes: bytes,
  connections: z.int(),
  state: z
    .enum(["listening", "expired", "failed"])
    .describe(
      "`listening`; `expired`: its time is over, it refuses; `failed`: it could not be opened, or the last try at its upstream failed (`detail`).",
    ),
  detail: z.string(),
});
export type LocalPort = z.output<typeof localPort>;

/** Numbers of ports: a comma-separated form field, a JSON array of numbers or texts, one number. */
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
  ipList: {
    path: "/ipList",
    question: z.object({}),
    answer: z.object({ items: z.array(localPort), version: z.string() }),
  },
  start: {
    path: "/start",
    question: z.object({
      upstream: text(500)
        .refine((value) => value !== "", "missingField")
        .describe(
          "host:port:user:password, user:password@host:port, host:port, or a URL (http, socks5).",
        ),
      ip: optional(text(64)),
      port: optional(integer(1_024, 65_535, "badField")).describe(
        "The first free one from 24000 on by default.",
      ),
      protocol: z.preprocess(
        (value) => (value === "" ? undefined : value),
        z.enum(localProtocols, "badField").default("both"),
      ),
      expiresAt: optional(instant()),
    }),
    /** The port's fields stand beside `item` too. */
    answer: localPort.extend({ item: localPort }),
  },
  del: {
    path: "/del",
    /** An unknown one refuses all of them: portNotFound. */
    question: z.object({ ports: portNumbers }),
    answer: z.object({ deleted: z.int() }),
  },
} as const;
