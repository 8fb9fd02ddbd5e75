/** Checks an upstream when it is saved, and parses what is needed to write requests to it. */
import { judgeAddress } from "@turnpike/rules/destination.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { networkMatcher } from "@turnpike/rules/network.ts";
import type { Upstream } from "./definition.ts";
import { readHost, type UpstreamHost } from "./hosts.ts";
import type { Notation } from "./render.ts";
import type { PlaceIndex } from "./place-index.ts";
import { type Piece, parseTemplate, type Template } from "./template.ts";
import { lostPromise } from "./promises.ts";
import { readDigits, type Transform } from "./transforms.ts";

/** What is wrong with a file: the field by name, and the column in its text if it is in one. */
export interface UpstreamFault {
  field: string;
  /** From 1; null: the fault is not at one place of a text. */
  column: number | null;
  fault: string;
}

/** SOCKS5 has one byte for each length (RFC 1929). */
const SOCKS_MAX = 255;

class Faulty extends Error {
  readonly at: UpstreamFault;
  constructor(field: string, column: number | null, fault: string) {
    super(fault);
    this.at = { field, column, fault };
  }
}

/** The fault as one line: `user, column 15: unknown transform rot13`. */
export const faultLine = ({ field, column, fault }: UpstreamFault): string =>
  `${field}${column === null ? "" : `, column ${column}`}: ${fault}`;

/**
 * Parses an upstream for rendering; the first fault is returned instead. `networks`: the canonical
 * internal networks where upstreams may be; null: hosts are not judged, as they were when saved.
 */
export function notationOf(
  upstream: Upstream,
  places: PlaceIndex,
  networks: readonly string[] | null,
): Notation | UpstreamFault {
  try {
    return parsed(upstream, places, networks);
  } catch (error) {
    if (error instanceof Faulty) return error.at;
    throw error;
  }
}

function parsed(
  upstream: Upstream,
  places: PlaceIndex,
  networks: readonly string[] | null,
): Notation {
  const { how, map, login, secret, secretFile } = upstream;
  if (upstream.provenance.trim() === "") throw new Faulty("provenance", null, "is missing");
  const hosts = hostsOf(upstream.hosts, networks);
  const users = upstream.user.map((text) => templateOf("user", text));
  if (users.length === 0) throw new Faulty("user", null, "is missing");
  const password = templateOf("password", upstream.password);
  const known = { ...login, ...(secret === null ? {} : { secret }) };
  checkValues(how, known);
  for (const [field, template] of namedTemplates(users, password)) {
    checkLogin(field, template, { ...known, ...(secretFile === null ? {} : { secret: "" }) });
    checkText(field, template, how, known);
  }
  // A range of ports carries session ids, too.
  const byPort = hosts.every(({ first, last }) => last > first);
  const promised = { places: upstream.places, session: upstream.session !== null && !byPort };
  const lost = lostPromise(users, password, promised);
  if (lost !== null) throw new Faulty("user", null, `the template loses ${lost}`);
  const format = formatOf(upstream.session?.format ?? "alnum8");
  return { how, hosts, users, password, login: known, map, format, places };
}

const namedTemplates = (users: readonly Template[], password: Template) => [
  ...users.map((user) => ["user", user] as const),
  ["password", password] as const,
];

function templateOf(field: string, text: string): Template {
  const template = parseTemplate(text);
  if ("fault" in template) throw new Faulty(field, template.column, template.fault);
  return template;
}

function formatOf(text: string): Transform {
  if (text === "alnum8") return { kind: "alnum8" };
  const format = text.startsWith("digits") ? readDigits(text.slice("digits".length)) : "";
  if (typeof format !== "string") return format;
  throw new Faulty("session", null, "format is alnum8 or digits(first,last)");
}

function checkLogin(field: string, { fields, text }: Template, known: Notation["login"]): void {
  for (const name of ["login", "secret", "id", "zone"] as const) {
    if (!fields.has(name) || known[name] !== undefined) continue;
    throw new Faulty(field, text.search(new RegExp(`\\{${name}\\b`)) + 2, `${name} is not given`);
  }
}

/** What is written whatever the request is: its length, and colons in the name. */
function checkText(
  field: string,
  template: Template,
  how: Upstream["how"],
  login: Notation["login"],
): void {
  const text = alwaysWritten(template.pieces, login);
  if (how === "socks5" && text.length > SOCKS_MAX) {
    throw new Faulty(field, SOCKS_MAX + 1, `SOCKS5 takes ${SOCKS_MAX} bytes at most`);
  }
  if (how === "socks5" || field !== "user") return;
  // Colons before transforms are not sent.
  const colon = template.text
    .replaceAll(/\{\w+:/g, (start) => " ".repeat(start.length))
    .indexOf(":");
  if (colon >= 0) throw new Faulty(field, colon + 1, noColon);
}

const noColon = "a name with a colon cannot be sent over HTTP";

/** Values are written as they stand, so they must be fit to be sent. */
function checkValues(how: Upstream["how"], known: Notation["login"]): void {
  for (const [name, value = ""] of Object.entries(known)) {
    const field = name === "secret" ? name : `login.${name}`;
    if (!/^[ -~]*$/.test(value)) throw new Faulty(field, null, "only visible ASCII can be sent");
    if (how !== "socks5" && name !== "secret" && value.includes(":"))
      throw new Faulty(field, null, noColon);
  }
}

function alwaysWritten(pieces: readonly Piece[], login: Notation["login"]): string {
  return pieces
    .map((piece) => {
      if (piece.kind === "text") return piece.text;
      return piece.kind === "field" ? (login[piece.field] ?? "") : "";
    })
    .join("");
}

function hostsOf(texts: readonly string[], networks: readonly string[] | null): UpstreamHost[] {
  if (texts.length === 0) throw new Faulty("hosts", null, "is missing");
  return texts.map((text) => {
    const host = readHost(text);
    if ("fault" in host) throw new Faulty("hosts", host.column, host.fault);
    if (networks !== null && !isAllowedHost(host.host, networks)) {
      throw new Faulty("hosts", 1, `${host.host} is internal and not in EXIT_NETWORKS`);
    }
    return host;
  });
}

const nothing = {
  allow: new Set<string>(),
  ownAddresses: new Set<string>(),
  ownNames: new Set<string>(),
};
const isLoopbackName = (host: string) => host === "localhost" || host.endsWith(".localhost");

/**
 * Whether an upstream may be at a host: anywhere outside, and inside in the given networks. What a
 * name resolves to is judged by the same rule when it is dialled.
 */
export function isAllowedHost(host: string, networks: readonly string[]): boolean {
  const address = canonicalAddress(isLoopbackName(host) ? "127.0.0.1" : host);
  if (address === null || judgeAddress(address, nothing).allowed) return true;
  return networkMatcher(networks)(address);
}
