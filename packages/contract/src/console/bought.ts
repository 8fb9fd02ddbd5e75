/** What is bought singly: lists of proxies, and modems (spec/supply#lists, spec/supply#modems). */
import { z } from "zod";
import { at, integer, optional, requiredText, text } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { day, holder, reason } from "./fields.ts";

const access = "supply.read";
const write = "exits.write";
const name = requiredText(40).describe("The list's name.");

export const listedList = z
  .object({
    name: z.string().describe("The list's name."),
    product: z.string().describe("`static`, `short` or `pool`."),
    how: z.string().describe("`http` or `socks5`, where a line does not say."),
    country: z.string().describe("ISO 3166-1 alpha-2 code."),
    city: z.string().describe("The city; empty: as the GeoIP files say."),
    isp: z.string().describe("The network's name; empty: as the GeoIP files say."),
    provenance: z.string().describe("The wholesaler, and the contract."),
    node: z.string().describe("The node that its lines are sold at; empty for any."),
    hasUrl: z.boolean().describe("True if it is read again every hour."),
    lines: z.int().describe("The number of its proxies."),
    sold: z.int().describe("Those that a customer has."),
    free: z.int().describe("Those that can be sold now."),
    unreachable: z.int().describe("Those that gateways cannot reach."),
    leaving: z.int().describe("Sold ones that the list does not have any more."),
    endsOn: z.string().nullable().describe("The last paid day in UTC; null if not known."),
    daysLeft: z.int().nullable().describe("Days until then; negative after it."),
    syncedAt: at.nullable().describe("The time it was read last; null if it has no URL."),
    trouble: z.string().describe("The reason it could not be read; empty if it was."),
  })
  .meta({ id: "ListedList" });

export const exitLists = consoleCall({
  path: "/console/v1/exitLists",
  access,
  summary: "Lists the lists that were bought from wholesalers.",
  response: { items: z.array(listedList).describe("The lists, by name; the first 1,000.") },
});

const imported = {
  name: z.string().describe("The list's name."),
  added: z.int().describe("The number of exits added."),
  changed: z.int().describe("The number of exits changed."),
  retired: z.int().describe("Those that the list lacks and nobody had."),
  leaving: z.int().describe("Those that the list lacks and a customer has."),
  elsewhere: z.int().describe("Addresses that are registered in another country."),
  failed: z
    .array(
      z.object({
        line: z.int().describe("The line, from 1."),
        text: z.string().describe("The reason."),
      }),
    )
    .describe("Lines that were not taken; the first 200."),
  failedCount: z.int().describe("The number of lines that were not taken."),
};

const list = {
  name: optional(text(40)).describe("Its name; without one that of product, country and contract."),
  product: z.enum(["static", "short", "pool"], "badField").describe("What its lines are sold as."),
  how: z.enum(["http", "socks5"], "badField").describe("How lines are dialled that do not say."),
  country: requiredText(2).describe("The country of all its lines, two letters."),
  state: optional(text(60)).describe("The state; absent: as the GeoIP files say."),
  city: optional(text(60)).describe("The city; absent: as the GeoIP files say."),
  isp: optional(text(80)).describe("The network's name; absent: as the GeoIP files say."),
  asn: optional(integer(1, 4_294_967_295)).describe("The network's number."),
  provenance: requiredText(200).describe("The wholesaler, and the contract."),
  node: optional(text(40)).describe("The node that its lines are sold at; absent: any."),
  until: optional(day).describe("The last paid day in UTC."),
  url: optional(text(2_000)).describe("The page that it is read from, again every hour."),
  text: optional(text(1_000_000)).describe("Its lines, in any way of writing; or `url`."),
};

export const exitListPreview = consoleCall({
  path: "/console/v1/exitListPreview",
  access: write,
  summary: "Reads a list and asks its new proxies for their addresses. Changes nothing.",
  request: list,
  response: {
    name: z.string().describe("The name that it would have."),
    found: z.int().describe("The number of proxies that have an address."),
    known: z.int().describe("Those of them that are lines of the list already."),
    elsewhere: z.int().describe("Addresses that are registered in another country."),
    failed: imported.failed,
    failedCount: imported.failedCount,
  },
  refusals: ["badCountry", "badField", "actRefused"],
});

export const exitListImport = consoleAct({
  path: "/console/v1/exitListImport",
  access: write,
  fresh: true,
  summary: "Imports a list; its lines are offered once they have a port.",
  request: { ...list, reason },
  response: imported,
  refusals: ["badCountry", "badField", "actRefused"],
});

export const exitListSync = consoleAct({
  path: "/console/v1/exitListSync",
  access: write,
  summary: "Reads a list again from its URL.",
  request: { name, reason },
  response: imported,
  refusals: ["actRefused"],
});

export const exitListEnd = consoleAct({
  path: "/console/v1/exitListEnd",
  access: write,
  summary: "Sets the last day that a list is paid for; later its free lines are not sold.",
  request: { name, until: optional(day).describe("The day in UTC; absent: no end."), reason },
  response: {
    name: z.string().describe("The list's name."),
    until: z.string().nullable().describe("The day."),
  },
  refusals: ["actRefused"],
});

export const listedModem = z
  .object({
    id: z.string().describe("The exit's ID."),
    name: z.string().describe("HOST:PORT of its proxy."),
    address: z.string().describe("The address that was read last; empty before the first time."),
    since: at.nullable().describe("Since when it is known to have it; null while it changes."),
    state: z
      .enum(["free", "taken", "resting", "changing", "unread", "unreachable"])
      .describe("The state. `changing`: a new address is awaited; `unread`: it never had one."),
    product: z.string().describe("`static` or `short`."),
    country: z.string().describe("ISO 3166-1 alpha-2 code."),
    city: z.string().describe("The city."),
    node: z.string().describe("The node that it is sold at; empty without one."),
    provenance: z.string().describe("The owner, and the contract."),
    minSeconds: z.int().describe("The least time between two rotations, in seconds."),
    rotations: z.int().describe("How often its address was changed."),
    rotatedAt: at.nullable().describe("The time of the last rotation."),
    failedAt: at.nullable().describe("The time of the last rotation that failed."),
    trouble: z
      .string()
      .describe("Why the last rotation or reading failed; empty since it did not."),
    holder: z.object(holder).nullable().describe("The customer who has it."),
  })
  .meta({ id: "ListedModem" });

export const modemList = consoleCall({
  path: "/console/v1/modemList",
  access,
  summary: "Lists modems with address, rotations and the last failure.",
  response: {
    items: z.array(listedModem).describe("The modems, by host and port; the first 1,000."),
  },
});

export const modemRotate = consoleAct({
  path: "/console/v1/modemRotate",
  access: write,
  summary: "Gives a modem a new address, at most once per its interval.",
  request: { modem: requiredText(60).describe("The modem: its exit's ID."), reason },
  response: {
    id: z.string().describe("The exit's ID."),
    retryAfter: z.int().describe("In how many seconds it is possible again."),
  },
  refusals: ["exitNotFound", "actRefused", "tooSoon", "rotationFailed"],
});

export const consoleBoughtCalls = {
  exitLists,
  exitListPreview,
  exitListImport,
  exitListSync,
  exitListEnd,
  modemList,
  modemRotate,
};
