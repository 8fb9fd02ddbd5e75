/** The IP lookup service: its own port, POST and GET, the same envelope (spec/lookup#calls). */
import { z } from "zod";
import { at, id, integer, list, optional, paged, requestId, text } from "./fields.ts";
import { poolFields } from "./place-fields.ts";
import { hoursField } from "./pool.ts";

/** Addresses of one question at most, and answers. */
export const mostLookedUp = 100;

/** What is known of an address; empty text and null where nothing is. */
export const lookedUp = z.object({
  ip: z.string(),
  country: z.string(),
  countryName: z.string(),
  state: z.string().describe("A token, as filters take it; empty where it is not known."),
  stateName: z.string(),
  city: z.string(),
  cityName: z.string(),
  postal: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  timezone: z.string().describe("As IANA names it: `America/Los_Angeles`."),
  asn: z.int().nullable(),
  isp: z.string(),
  ispName: z.string(),
  inPool: z.boolean().describe("One of the pool's exits that are online."),
});
export type LookedUp = z.output<typeof lookedUp>;

/** An opened IP that is held online for the account. */
export const heldIp = z.object({
  id: z.string(),
  ip: z.string(),
  host: z.string(),
  port: z.int(),
  username: z.string(),
  password: z.string(),
  country: z.string(),
  expiresAt: at,
  remainingSeconds: z.int(),
});

export type HeldIp = z.output<typeof heldIp>;

const key = text(64);
/** Path, method, question and answer of each; the answer stands in `data`. */
export const lookupCalls = {
  getIp: {
    method: "POST",
    path: "/getIp",
    question: z.object({ ip: optional(text(64)) }),
    answer: lookedUp,
  },
  ipList: {
    method: "POST",
    path: "/ipList",
    question: z.object({
      ips: optional(list(mostLookedUp)),
      ...poolFields,
      page: optional(integer(1, 1_000_000)).describe(
        "Of the pool alone: what is named by `ips` is answered whole.",
      ),
      limit: optional(
        integer(1, Number.MAX_SAFE_INTEGER).transform((value) => Math.min(value, mostLookedUp)),
      ),
    }),
    answer: z.object(paged(lookedUp)),
  },
  start: {
    method: "GET",
    path: "/start",
    question: z.object({
      key,
      ip: optional(text(64)),
      ...poolFields,
      hours: hoursField.default(1),
      requestId,
    }),
    answer: heldIp,
  },
  online: {
    method: "GET",
    path: "/online",
    question: z.object({ key }),
    answer: z.object({ items: z.array(heldIp) }),
  },
  stop: {
    method: "GET",
    path: "/stop",
    question: z.object({ key, id: id() }),
    answer: z.object({ released: z.int() }),
  },
} as const;
