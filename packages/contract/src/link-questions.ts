/**
 * What the hub accepts from a gateway: a schema for each kind of question, applied before any
 * handler. Words are closed lists, texts and lists have a maximum. Fields that are not named here
 * are dropped, so that a newer gateway may send more. Free texts are cut rather than refused.
 */
import { isCount } from "@turnpike/rules/bytes.ts";
import { maxMinutes, minMinutes } from "@turnpike/rules/username.ts";
import { z } from "zod";
import type { ConnectionLine } from "./connection-line.ts";
import type { OpenCount, Product, QuestionKind, Questions, UsageRow } from "./data-plane.ts";
import type { OutcomeRow } from "./outcome-row.ts";
import type { PortKind } from "./port-facts.ts";
import { outcomes as outcomeWords, type RequestRow } from "./request-log.ts";
import type { SetAsideKind } from "./set-aside.ts";
import { freeText, isLinkId, linkId as id, linkText } from "./link-text.ts";
import { maxUpstreamRows, upstreamsQuestion, upstreamUsageRow } from "./upstream-questions.ts";

/** The largest question in bytes; a larger one is refused without being parsed. */
export const maxQuestionBytes = 1024 * 1024;
/** The most entries of the lists in questions. A gateway splits what is longer. */
export const maxEntries = {
  reports: 100,
  rows: 1_000,
  asides: 20,
  items: 500,
  logRows: 1_000,
  openCounts: 10_000,
  states: 500,
  plans: 5_000,
  settled: 500,
  held: 20_000,
  addresses: 20_000,
  ports: 2_000,
} as const;

/** All products that carry traffic. */
export const products = Object.keys({
  traffic: 1,
  ip: 1,
  static: 1,
  short: 1,
  port: 1,
  bandwidth: 1,
} satisfies Record<Product, 1>) as Product[];
const portKinds = Object.keys({
  unlimitedPort: 1,
  openedIp: 1,
  whitePort: 1,
} satisfies Record<PortKind, 1>) as PortKind[];

/** Of one sub-account at one worker. */
const maxConnections = 1_000_000;
const isText = (value: unknown, most: number): value is string =>
  typeof value === "string" && value.length <= most;
const isId = (value: unknown): value is string => typeof value === "string" && isLinkId(value);
/** JSON has no NaN: it arrives as null. Rows with such a count are skipped when they are counted. */
const isNumber = (value: unknown) => typeof value === "number" || value === null;

const name = linkText(300);
const detail = freeText(1_000);
const count = z.custom<number>((value) => typeof value === "number" && isCount(value), "no count");
const listOf = <T extends z.ZodType>(entry: T, most: number) => z.array(entry).max(most);
const by = { gateway: name, epoch: name };

/* Checked by hand, not copied: thousands of these arrive every second. */

const productSet: ReadonlySet<unknown> = new Set(products);
function isHolderRow(row: Partial<UsageRow & OutcomeRow> | null): boolean {
  return (
    typeof row === "object" &&
    row !== null &&
    productSet.has(row.product) &&
    isId(row.subAccountId) &&
    isNumber(row.hour) &&
    isText(row.domain, 10_000) &&
    // No report of all customers is refused for a place: customers and lists of exits choose these.
    isText(row.country, 10_000) &&
    isText(row.city, 10_000)
  );
}
const usageRow = z.custom<UsageRow>((given) => {
  const row = given as UsageRow;
  return (
    isHolderRow(row) &&
    isId(row.leaseId) &&
    isId(row.accountId) &&
    isNumber(row.upBytes) &&
    isNumber(row.downBytes) &&
    isNumber(row.requests)
  );
}, "not a row of usage");
const outcomeRow = z.custom<OutcomeRow>((given) => {
  const row = given as OutcomeRow;
  return (
    isHolderRow(row) &&
    isCounts(row.outcomes, outcomeWords.length) &&
    isCounts(row.reasons, 100) &&
    Array.isArray(row.connects) &&
    row.connects.length <= 100 &&
    row.connects.every(isNumber)
  );
}, "not a row of outcomes");
function isCounts(counts: unknown, most: number): boolean {
  if (typeof counts !== "object" || counts === null) return false;
  const entries = Object.entries(counts);
  return entries.length <= most && entries.every(([key, n]) => key.length <= 60 && isNumber(n));
}
/** A line of the request log or the trace; its words are checked line by line when it is stored. */
const isLogField = (value: unknown) =>
  isText(value, 100_000) || isNumber(value) || typeof value === "boolean" || value == null;
const isRequestRow = (row: unknown): row is RequestRow =>
  typeof row === "object" &&
  row !== null &&
  !Array.isArray(row) &&
  Object.values(row).every(isLogField);
const isConnectionLine = (line: unknown): line is ConnectionLine =>
  Array.isArray(line) && line.length <= 40 && line.every(isLogField);
const openCount = z.custom<OpenCount>((given) => {
  const row = given as OpenCount | null;
  return (
    typeof row === "object" &&
    row !== null &&
    isId(row.accountId) &&
    isId(row.subAccountId) &&
    isCount(row.connections) &&
    row.connections <= maxConnections
  );
}, "not a count");

const reportName = { ...by, sequence: z.int().min(1) };
const usageReport = z.object({
  ...reportName,
  rows: listOf(usageRow, maxEntries.rows),
  outcomes: listOf(outcomeRow, maxEntries.rows).exactOptional(),
  upstreams: listOf(upstreamUsageRow, maxUpstreamRows).exactOptional(),
});
/** Kept for the operator even with words that this hub does not know; they are never applied. */
const keptRow = z.custom<UsageRow>((given) => {
  const row = given as UsageRow | null;
  if (typeof row !== "object" || row === null) return false;
  const texts = [row.leaseId, row.accountId, row.subAccountId, row.product, row.domain];
  return [...texts, row.country, row.city].every((text) => isText(text, 10_000));
}, "not a row of usage");
/** What cannot be counted at an upstream keeps no report from the operator. */
const keptUpstreams = listOf(z.unknown(), maxUpstreamRows).transform((all) =>
  all.flatMap((given) => upstreamUsageRow.safeParse(given).data ?? []),
);
const setAside = z.object({
  report: z.object({
    ...reportName,
    rows: listOf(keptRow, maxEntries.rows),
    upstreams: keptUpstreams.exactOptional(),
  }),
  why: detail,
  at: z.number(),
});
/** Anything else that was refused: kept as it is, also of a kind that this version does not know. */
const setAsideItem = z.object({
  kind: z.custom<SetAsideKind>((kind) => isText(kind, 40), "not a kind"),
  name: freeText(300),
  item: z.unknown(),
  why: detail,
  at: z.number(),
});
/** As customers write them in user names of 512 letters: a place of a long name does not exist. */
const placeName = linkText(4_000);
const placeFilter = z.object({
  country: placeName.exactOptional(),
  state: placeName.exactOptional(),
  city: placeName.exactOptional(),
  postal: placeName.exactOptional(),
  isp: placeName.exactOptional(),
  asn: count.exactOptional(),
});
const portNumber = z.int().min(0).max(65_535);
/** What is no line is left out: it must stop no other line. */
const logRows = <T>(isLine: (given: unknown) => given is T) => {
  const rows = listOf(z.unknown(), maxEntries.logRows).transform((all) => all.filter(isLine));
  return z.object({ ...by, rows, dropped: count });
};

/** The schema of each kind of question. */
export const linkQuestions = {
  hello: z.object({
    ...by,
    since: z.int().exactOptional(),
    workers: z.int().min(1).max(64).exactOptional(),
  }),
  snapshot: z.object({
    cursor: z
      .string()
      .regex(/^[a-zA-Z]{1,40}\/[0-9a-f-]{0,36}$/)
      .nullable(),
  }),
  lease: z.object({
    ...by,
    subAccountId: id,
    accountId: id.exactOptional(),
    target: linkText(255).exactOptional(),
    wantedBytes: z.number().min(0),
    heldBytes: z.number().exactOptional(),
    knowsPools: z.literal(true).exactOptional(),
  }),
  slots: z.object({
    ...by,
    subAccountId: id,
    accountId: id.exactOptional(),
    open: count,
    wanted: count,
  }),
  settle: z.object({ ...by, leaseIds: listOf(id, maxEntries.settled) }),
  held: z.object({ gateway: name, leaseIds: listOf(id, maxEntries.held) }),
  report: z.object({ reports: listOf(usageReport, maxEntries.reports) }),
  aside: z.object({
    asides: listOf(setAside, maxEntries.asides),
    items: listOf(setAsideItem, maxEntries.items).exactOptional(),
  }),
  census: z.object({
    ...by,
    open: listOf(openCount, maxEntries.openCounts),
    part: count.exactOptional(),
    more: z.boolean().exactOptional(),
  }),
  resolve: z.object({
    name: linkText(64).exactOptional(),
    address: linkText(64).exactOptional(),
    exitId: id.exactOptional(),
    portId: id.exactOptional(),
  }),
  hold: z.object({
    subAccountId: id,
    accountId: id.exactOptional(),
    key: linkText(500),
    minutes: z.int().min(minMinutes).max(maxMinutes),
    proposedExitId: id,
    deadExitId: id.nullable(),
    again: z.boolean().exactOptional(),
  }),
  requests: logRows(isRequestRow),
  connections: logRows(isConnectionLine),
  doors: z.object({
    ...by,
    doors: listOf(
      z.object({
        exitId: id,
        ports: listOf(portNumber, 100),
        reachable: z.boolean(),
        detail,
      }),
      maxEntries.states,
    ),
  }),
  ports: z.object({
    ...by,
    ports: listOf(
      z.object({
        kind: z.enum(portKinds),
        portId: id,
        port: portNumber,
        open: z.boolean(),
        code: linkText(40),
        detail,
      }),
      maxEntries.states,
    ),
  }),
  load: z.object({
    ...by,
    sample: z.object({
      spanMs: z.number(),
      cpuPercent: z.number(),
      memoryPercent: z.number(),
      plans: listOf(
        z.object({ planId: id, upBytes: count, downBytes: count, connections: count }),
        maxEntries.plans,
      ),
    }),
  }),
  latencies: z.object({
    ...by,
    exits: listOf(z.object({ exitId: id, ms: z.number().nullable() }), maxEntries.states),
  }),
  machine: z.object({
    addresses: listOf(linkText(64), maxEntries.addresses),
    port: portNumber,
    relayAskers: z.boolean().exactOptional(),
  }),
  bound: z.object({
    id: linkText(64),
    unbindable: listOf(portNumber, maxEntries.ports),
  }),
  elsewhere: z.object({ filter: placeFilter }),
  upstreams: upstreamsQuestion,
  policyPart: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), part: z.int().min(0) }),
} satisfies { [K in QuestionKind]: z.ZodType<Questions[K]["question"]> };
