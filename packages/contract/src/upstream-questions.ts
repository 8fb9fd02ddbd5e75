/** What the hub accepts from a gateway about upstreams (`link-questions.ts` has all others). */
import { errorClasses } from "@turnpike/proxy-strings/upstream/errors.ts";
import { z } from "zod";
import { freeText, linkId as id, linkText } from "./link-text.ts";

/** The most rows, counts and events in one question. */
export const maxUpstreamRows = 1_000;
export const maxUpstreamEvents = 200;
const maxOpen = 1_000;

const count = z.int().min(0);
/**
 * A country's code; empty for what is none. Customers choose it: a whole report of all customers must not
 * be refused for it.
 */
const country = z.string().transform((text) => (/^[A-Z]{2}$/.test(text) ? text : ""));

export const upstreamUsageRow = z.object({
  upstreamId: id,
  accountId: id,
  day: z.int(),
  country,
  sentBytes: count,
  receivedBytes: count,
  connections: count,
  failures: count,
});

const event = z.object({
  upstreamId: id,
  ok: z.boolean(),
  class: z.enum(errorClasses).nullable(),
  named: z.boolean(),
  status: z.int().min(0).max(999).nullable(),
  socks: z.int().min(-1).max(255).nullable(),
  at: z.number(),
  place: country,
  holderId: id,
  accountId: id,
  targetKey: linkText(64),
  sample: freeText(200),
  connectMs: z.number().nullable(),
});

export const upstreamsQuestion = z.object({
  gateway: linkText(300),
  epoch: linkText(300),
  open: z.array(z.object({ upstreamId: id, connections: count })).max(maxOpen),
  events: z.array(event).max(maxUpstreamEvents),
  more: count,
});
