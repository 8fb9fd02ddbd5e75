/**
 * Parses an operator's CSV list of exits (spec/operator#exits-import): one exit per line, columns
 * identified by name.
 */
import { judgeAddress, judgeTarget, parseHost } from "@turnpike/rules/destination.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { canonicalNetwork, networkMatcher } from "@turnpike/rules/network.ts";
import { parse } from "csv-parse/sync";
import { ActRefused } from "../../platform/act-refused.ts";
import { maxLineLength, separatorOf } from "./csv-dialect.ts";
import { coordinatesOf, placeOf, wholeNumber } from "./csv-place.ts";
import { modemIdentity, rotationOf } from "./csv-modem.ts";
import { emptyPolicy } from "./public-address.ts";

export const products = ["pool", "static", "short", "unlimited"] as const;
const kinds = ["local", "http", "socks5"] as const;
const resolvers = ["remote", "local"] as const;
/** A shorter prefix cannot belong to one machine; a longer one has too few addresses. */
const prefixBits = { least: 32, most: 112 };

/** A parsed and validated exit. Places have names and tokens (spec/pool#places). */
export interface ImportedExit {
  /** An address, or `network/bits` for a prefix. */
  ip: string;
  how: (typeof kinds)[number];
  /** What the gateway binds (local), or the upstream proxy's own address. */
  host: string;
  port: number;
  user: string;
  password: string;
  /** Who resolves a target's name: the upstream proxy, or the gateway. */
  dns: (typeof resolvers)[number];
  country: string;
  state: string;
  stateName: string;
  city: string;
  cityName: string;
  postal: string;
  isp: string;
  ispName: string;
  asn: number;
  product: (typeof products)[number];
  /** The source of the address: who provided it, and how. */
  provenance: string;
  /** Degrees, for the lookup service; null (time zone: empty) if the list omits them. */
  latitude: number | null;
  longitude: number | null;
  /** IANA name. */
  timezone: string;
  /** The name of the node that owns it; empty: the node whose machine has the address. */
  node: string;
  /** A static exit whose address is on no machine of ours: it is sold on a port of its node. */
  shared: boolean;
  /** The link that changes a modem's address; empty: it is no modem, and the seconds are 0. */
  rotateUrl: string;
  rotateMinSeconds: number;
}

const columns = [
  "ip",
  "kind",
  "host",
  "port",
  "user",
  "password",
  "country",
  "state",
  "city",
  "postal",
  "isp",
  "asn",
  "product",
  "provenance",
] as const;
/** Optional columns: only upstreams need the first four, and few lists have `postal`. */
const emptyByDefault = ["host", "port", "user", "password", "postal"] as const;
/** Columns that a list may leave out. */
type OptionalColumn =
  | "latitude"
  | "longitude"
  | "timezone"
  | "node"
  | "dns"
  | "rotate_url"
  | "rotate_min_seconds";
type Row = Record<(typeof columns)[number], string> & Partial<Record<OptionalColumn, string>>;
const secrets = new Set(["user", "password"]);

/**
 * Returns all exits of a parsed list.
 * @throws ActRefused naming the invalid lines (at most ten)
 */
export function allExits({ exits, faults }: ReadList): ImportedExit[] {
  if (faults.length > 0)
    throw new ActRefused(faultsText(faults.map(({ line, text: why }) => `line ${line}: ${why}`)));
  if (exits.length === 0) throw new ActRefused("the file lists no exits");
  return exits;
}

/** An invalid line and the reason. */
interface LineFault {
  line: number;
  text: string;
}

export interface AllowedNetworks {
  internal: boolean;
  /** EXIT_NETWORKS, canonical. */
  networks: readonly string[];
}

export interface ReadList {
  exits: ImportedExit[];
  faults: LineFault[];
}

/**
 * Parses all valid lines, and reports why each other line is invalid. `internal` allows loopback and
 * private addresses of exits (the lab's); upstreams may be in the internal `networks`.
 * @throws Error if the text is not a list of exits
 */
export function readLines(text: string, allowed: AllowedNetworks): ReadList {
  const rows = rowsOf(text);
  const exits: ImportedExit[] = [];
  const faults: LineFault[] = [];
  const seen = new Set<string>();
  const listeners = new Set<string>();
  for (const { record, info } of rows) {
    try {
      const exit = readRow(record, allowed);
      const same = `${exit.ip} ${exit.product}`;
      const name = exit.rotateUrl === "" ? exit.ip : `the modem ${exit.host}:${exit.port}`;
      if (seen.has(same)) throw new Error(`${name} is listed twice for ${exit.product}`);
      seen.add(same);
      for (const address of listenersOf(exit)) {
        if (listeners.has(address)) throw new Error(listenerConflict(address));
      }
      for (const address of listenersOf(exit)) listeners.add(address);
      exits.push(exit);
    } catch (error) {
      faults.push({ line: info.lines, text: (error as Error).message });
    }
  }
  return { exits, faults };
}

/** The addresses at which a static IP listens: its own, and the one bound behind NAT. */
export function listenersOf({ product, how, ip, host }: ImportedExit): string[] {
  if (product !== "static" && product !== "short") return [];
  return [...new Set(how === "local" ? [ip, host] : [ip])];
}
export const listenerConflict = (address: string) =>
  `${address} would be the listener of two exits: an address can be the listener of only one static or short exit`;

function rowsOf(text: string): { record: Row; info: { lines: number } }[] {
  const rows = parse(text, {
    bom: true,
    info: true,
    delimiter: separatorOf(text),
    max_record_size: maxLineLength,
    // Trims quoted values too; secrets are kept verbatim.
    cast: (value, { column }) => (secrets.has(String(column)) ? value : value.trim()),
    skip_empty_lines: true,
    columns: (names: string[]) => {
      const modems = names.includes("rotate_url") ? ["ip"] : [];
      const known: readonly string[] = [...names, ...emptyByDefault, ...modems];
      const missing = columns.filter((name) => !known.includes(name));
      if (missing.length > 0) throw new Error(`the first line lacks ${missing.join(", ")}`);
      return names;
    },
  });
  const empty = Object.fromEntries(["ip", ...emptyByDefault].map((name) => [name, ""]));
  return (rows as unknown as { record: Row; info: { lines: number } }[]).map((row) => ({
    ...row,
    record: { ...empty, ...row.record },
  }));
}

const MAX_FAULTS_SHOWN = 10;
export function faultsText(faults: string[]): string {
  const more =
    faults.length > MAX_FAULTS_SHOWN
      ? `\n… and ${faults.length - MAX_FAULTS_SHOWN} lines more`
      : "";
  return `nothing was imported:\n${faults.slice(0, MAX_FAULTS_SHOWN).join("\n")}${more}`;
}

function readRow(row: Row, { internal, networks }: AllowedNetworks): ImportedExit {
  if (row.kind.toLowerCase() === "prefix") return readPrefix(row, internal);
  const link = rotationOf(row, networks);
  if (link.rotateUrl !== "")
    return { ...modem(row, networks), ...commonFields(row), ...link, shared: true };
  const ip = addressOf(row.ip, internal);
  const how = oneOf(kinds, row.kind, "kind");
  const product = oneOf(products, row.product, "product");
  const endpoint = how === "local" ? local(row, ip) : upstream(row, networks);
  return { ip, how, ...endpoint, product, ...commonFields(row) };
}

/** Parses an IPv6 prefix routed to the gateway's machine: each session gets an address in it. */
function readPrefix(row: Row, internal: boolean): ImportedExit {
  const ip = canonicalNetwork(row.ip);
  const [network = "", bits = ""] = ip?.split("/") ?? [];
  const { least, most } = prefixBits;
  if (ip === null || !network.includes(":") || Number(bits) < least || Number(bits) > most || !bits)
    throw new Error(`ip ${row.ip} is no IPv6 prefix from /${least} to /${most}`);
  addressOf(network, internal);
  if (row.host !== "" || row.user !== "" || row.password !== "")
    throw new Error("a prefix has no host, user or password");
  if (row.product !== "pool") throw new Error("the product of a prefix must be pool");
  return { ip, how: "local", ...local(row, network), product: "pool", ...commonFields(row) };
}

function commonFields(row: Row) {
  if (row.provenance === "") throw new Error("provenance is missing: where the exit comes from");
  return {
    user: row.user,
    password: row.password,
    dns: oneOf(resolvers, row.dns || "remote", "dns"),
    ...placeOf(row),
    provenance: row.provenance,
    ...coordinatesOf(row),
    node: row.node?.toLowerCase() ?? "",
    shared: false,
    rotateUrl: "",
    rotateMinSeconds: 0,
  };
}

/** Parses a modem: a proxy whose address changes, so that its login is what identifies it. */
function modem(row: Row, networks: readonly string[]) {
  const how = oneOf(["http", "socks5"], row.kind, "kind of a modem");
  const product = oneOf(["static", "short"], row.product, "product of a modem");
  const endpoint = upstream(row, networks);
  return { ip: modemIdentity({ ...endpoint, user: row.user }), how, ...endpoint, product };
}

function addressOf(text: string, internal: boolean): string {
  const ip = canonicalAddress(text);
  if (ip === null) throw new Error(`ip ${text} is not an IP address`);
  const verdict = judgeAddress(ip, emptyPolicy);
  if (!internal && !verdict.allowed) throw new Error(`ip ${ip} is internal: ${verdict.why}`);
  return ip;
}

/** Parses a local exit: an address of the gateway's machine, which may be behind NAT. */
function local({ host, port }: Row, ip: string) {
  const bound = host === "" ? ip : canonicalAddress(host);
  if (bound === null) throw new Error(`host ${host} is not an IP address`);
  if (port !== "" && port !== "0") throw new Error("a local exit has no port");
  return { host: bound, port: 0 };
}

function upstream(row: Row, networks: readonly string[]) {
  const port = wholeNumber(row.port, { max: 65_535, what: "port" });
  const read = parseHost(row.host.includes(":") ? `[${row.host}]` : row.host, port);
  if ("bad" in read) throw new Error(`host ${row.host}: ${read.bad}`);
  const judged = judgeTarget(read.target, emptyPolicy);
  const host = read.target.host.replace(/^\[|\]$/g, "");
  // The gateway judges the addresses of a name when it dials.
  const isNamed = read.target.kind === "name" && networks.length > 0;
  if (judged.verdict === "refuse" && !isNamed && !networkMatcher(networks)(host))
    throw new Error(
      `host ${row.host} is refused: ${judged.why} and in no network of EXIT_NETWORKS`,
    );
  return { host, port };
}

function oneOf<const T extends readonly string[]>(values: T, text: string, what: string) {
  const found = values.find((value) => value === text.toLowerCase());
  if (found === undefined) throw new Error(`${what} is one of ${values.join(", ")}`);
  return found as T[number];
}
