/** Finds the address and the place of each line of a list (spec/supply#lists). */
import { placeToken } from "@turnpike/rules/places.ts";
import type { Environment } from "@turnpike/contract/environment.ts";
import { ActRefused } from "../../platform/act-refused.ts";
import { countryOf } from "../../platform/geo/country-of.ts";
import { recordOf } from "../../platform/geo/mmdb.ts";
import { networkIn, placeIn } from "../../platform/geo/record.ts";
import { addressBehind, noProbePage, probeUrl } from "../../platform/proxy/outward.ts";
import type { Services } from "../../platform/services.ts";
import type { LineFault, ListLine } from "./list-lines.ts";
import { isPublic } from "./public-address.ts";
import type { ImportedExit } from "./read-csv.ts";
import type { ListHead } from "./store/lists.ts";

/** 500 dead lines take 40 s. */
const AT_ONCE = 100;
const TIMEOUT_MS = 8_000;

/** A line with the address that its proxy has. */
export interface FoundLine extends ListLine {
  ip: string;
}
export interface Probed {
  found: FoundLine[];
  failed: LineFault[];
  /** How many addresses are registered in another country than the list's. */
  elsewhere: number;
}

/**
 * Asks each proxy for its address. Lines that do not answer, or whose address another line has, are
 * failed.
 * @throws ActRefused if there is no page to ask
 */
export async function probeLines(
  { env, log }: Pick<Services, "env" | "log">,
  lines: readonly ListLine[],
  country: string,
): Promise<Probed> {
  const page = probeUrl(env);
  if (page === null) throw new ActRefused(noProbePage);
  const countryAt = countryOf(env.GEO_COUNTRY_MMDB);
  const waiting = [...lines];
  const result: Probed = { found: [], failed: [], elsewhere: 0 };
  const lineOf = new Map<string, number>();
  const one = async (line: ListLine) => {
    const seen = await addressBehind(env, line, { page, timeoutMs: TIMEOUT_MS });
    const fail = (text: string) => void result.failed.push({ line: line.line, text });
    if ("why" in seen) return fail(seen.why);
    if (!env.lab && !isPublic(seen.ip)) return fail(`its address ${seen.ip} is internal`);
    const other = lineOf.get(seen.ip);
    if (other !== undefined) return fail(`line ${other} has its address ${seen.ip}`);
    lineOf.set(seen.ip, line.line);
    result.found.push({ ...line, ip: seen.ip });
    const there = await countryAt(seen.ip).catch(() => null);
    if (there !== null && there !== country) result.elsewhere += 1;
  };
  const worker = async () => {
    for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) await one(line);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const { found, failed, elsewhere } = result;
  log.debug({ found: found.length, failed: failed.length, elsewhere }, "list probed");
  const inOrder = (some: { line: number }, next: { line: number }) => some.line - next.line;
  return { found: found.toSorted(inOrder), failed: failed.toSorted(inOrder), elsewhere };
}

/** What an exit's place is called if neither the operator nor a GeoIP file names it. */
const unknown = "Unknown";

/** Returns the exits of lines, at the list's place; what the list leaves out is the address's. */
export function exitsOf(
  env: Environment,
  head: ListHead,
  lines: readonly FoundLine[],
): Promise<ImportedExit[]> {
  return Promise.all(lines.map((line) => exitOf(env, head, line)));
}

async function exitOf(env: Environment, head: ListHead, line: FoundLine): Promise<ImportedExit> {
  const { line: _line, ...proxy } = line;
  const known = await placeAt(env, line.ip, head.country);
  const cityName = head.city || known.cityName || unknown;
  const isThere = head.city === "" || placeToken(head.city) === known.city;
  const stateName = head.state || (isThere && known.stateName) || cityName;
  const ispName = head.isp || known.ispName || unknown;
  return {
    ...proxy,
    dns: "remote",
    country: head.country,
    state: placeToken(stateName) || "unknown",
    stateName,
    city: placeToken(cityName) || "unknown",
    cityName,
    postal: isThere ? known.postal : "",
    isp: placeToken(ispName) || "unknown",
    ispName,
    asn: head.asn || (known.asn ?? 0),
    product: head.product,
    provenance: head.provenance,
    latitude: isThere ? known.latitude : null,
    longitude: isThere ? known.longitude : null,
    timezone: "",
    node: head.node,
    shared: head.product !== "pool",
    rotateUrl: "",
    rotateMinSeconds: 0,
  };
}

/** What the operator's GeoIP files say of an address; nothing if it is in another country. */
async function placeAt(env: Environment, ip: string, country: string) {
  const read = async (file: string | undefined) =>
    file === undefined ? null : recordOf(file, ip).catch(() => null);
  const place = placeIn((await read(env.GEO_CITY_MMDB)) ?? {});
  const network = networkIn((await read(env.GEO_ASN_MMDB)) ?? {});
  const none = {
    city: "",
    cityName: "",
    stateName: "",
    postal: "",
    latitude: null,
    longitude: null,
  };
  return { ...(place.country === country ? place : none), ...network };
}
