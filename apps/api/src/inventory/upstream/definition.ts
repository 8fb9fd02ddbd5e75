/** An upstream as it is stored, opened and checked (spec/supply#upstreams). */
import { readUpstreamFile } from "@turnpike/proxy-strings/upstream/read-file.ts";
import type { UpstreamPlaceRow } from "@turnpike/contract/upstream-facts.ts";
import {
  filledIn,
  type Upstream,
  type UpstreamFile,
} from "@turnpike/proxy-strings/upstream/definition.ts";
import { readHost } from "@turnpike/proxy-strings/upstream/hosts.ts";
import { faultLine, notationOf } from "@turnpike/proxy-strings/upstream/judge.ts";
import { presetOf } from "@turnpike/proxy-strings/upstream/presets.ts";
import type { Notation } from "@turnpike/proxy-strings/upstream/render.ts";
import {
  indexPlaces,
  noPlaces,
  type PlaceIndex,
} from "@turnpike/proxy-strings/upstream/place-index.ts";
import { FieldRefused } from "../../platform/act-refused.ts";
import type { Seal } from "../../platform/seal.ts";
import type { UpstreamRow } from "./store/upstreams.ts";

/** Stands for a login field or a secret that is not shown; in a file: as it was. */
export const masked = "***";

/** Login fields and the secret: what is sealed. */
interface Secrets {
  login: NonNullable<UpstreamFile["login"]>;
  secret: string | null;
}

export const openSecrets = (seal: Seal, sealed: string): Secrets =>
  JSON.parse(seal.open(sealed)) as Secrets;

/** Opens a stored upstream: everything filled in, with login fields and secret. */
export function openUpstream(seal: Seal, { name, file, sealed, priority, weight }: UpstreamRow) {
  const { login, secret } = openSecrets(seal, sealed);
  const preset = file.preset === undefined ? null : presetOf(file.preset);
  const filled = filledIn({ ...file, name }, preset);
  return { ...filled, login, secret, priority, weight };
}

/**
 * Reads and checks a file. `known`: the stored upstream that it replaces, whose login fields and
 * secret it keeps where it has none or says `***`. `secret`: what its `secretFile` holds.
 * @throws FieldRefused
 */
export function checkedFile(
  value: unknown,
  by: { networks: readonly string[]; known: Secrets | null; secret: string | null },
): { file: UpstreamFile; upstream: Upstream; secrets: Secrets; keepsSecrets: boolean } {
  const read = readUpstreamFile(value);
  if ("fault" in read) throw new FieldRefused({ ...read, column: null });
  const { login: written = {}, secret: given, ...file } = read.file;
  if (file.name === "own")
    throw new FieldRefused({
      field: "name",
      column: null,
      fault: "own is the member of own exits",
    });
  const preset = file.preset === undefined ? null : presetOf(file.preset);
  if (file.preset !== undefined && preset === null) {
    const fault = `unknown preset ${file.preset.slice(0, 40)}`;
    throw new FieldRefused({ field: "preset", column: null, fault });
  }
  const secrets = { login: loginOf(written, by.known), secret: secretOf(given, by) };
  const upstream = { ...filledIn(file, preset), ...secrets };
  const notation = notationOf(upstream, noPlaces, by.networks);
  if ("fault" in notation) throw new FieldRefused(notation, faultLine(notation));
  if (isPlainPassword(upstream) || upstream.password === masked) {
    const fault = "write the password as secret, and {secret} here: a template is shown and logged";
    throw new FieldRefused({ field: "password", column: null, fault });
  }
  const keepsSecrets =
    Object.values(written).includes(masked) || (by.secret === null && isKept(given));
  return { file, upstream, secrets, keepsSecrets };
}

/**
 * Whether the template of the password is the password itself: it has words, and nothing names the
 * secret. Where a wholesaler wants fixed words, its preset has them, or they are the secret.
 */
function isPlainPassword({
  preset,
  user,
  password,
}: Pick<Upstream, "preset" | "user" | "password">): boolean {
  if (preset !== null && password === presetOf(preset)?.password) return false;
  if ([password, ...user].some((template) => /\{secret\b/.test(template))) return false;
  return /[A-Za-z0-9]/.test(password.replaceAll(/\{[^{}]*\}/g, ""));
}

/**
 * Refuses hosts that have not had the login and the secret which a file keeps, and a way to them
 * without TLS if it had TLS: whoever may change an upstream but not read those would have them sent to
 * a machine of his own, or in the clear.
 * @throws FieldRefused
 */
export function refuseOtherHosts(
  { upstream, keepsSecrets }: { upstream: Upstream; keepsSecrets: boolean },
  old: Upstream,
): void {
  const nameOf = (text: string) => {
    const read = readHost(text);
    return "host" in read ? read.host : text;
  };
  const known = new Set(old.hosts.map(nameOf));
  const other = upstream.hosts.map(nameOf).find((host) => !known.has(host));
  const isOpen = old.how === "https" && upstream.how !== "https";
  if (!keepsSecrets || (other === undefined && !isOpen)) return;
  const why = other === undefined ? "they would leave without TLS" : `${other} has not had them`;
  const fault = `write the login and the secret again: ${why}`;
  throw new FieldRefused({ field: "secret", column: null, fault });
}

const isKept = (secret: string | undefined) => secret === undefined || secret === masked;

function loginOf(written: Secrets["login"], known: Secrets | null): Secrets["login"] {
  const old = known?.login ?? {};
  return Object.fromEntries(
    Object.entries(written).map(([field, value]) => {
      return [field, value === masked ? (old[field as keyof typeof old] ?? value) : value];
    }),
  );
}

const secretOf = (
  given: string | undefined,
  { secret, known }: { secret: string | null; known: Secrets | null },
) => secret ?? (isKept(given) ? (known?.secret ?? null) : (given ?? null));

/** What `show` prints: the file with its defaults, without login fields and secret. */
export function shownUpstream(seal: Seal, row: UpstreamRow): Record<string, unknown> {
  const filled = openUpstream(seal, row);
  const present = Object.entries(filled).filter(([, value]) => value !== null);
  const login = Object.fromEntries(Object.keys(filled.login).map((field) => [field, masked]));
  return {
    ...Object.fromEntries(present),
    ...row.file,
    name: row.name,
    login,
    ...(filled.secret !== null && { secret: masked }),
    // Saved by a release that took it.
    ...(isPlainPassword(filled) && { password: masked }),
    priority: row.priority,
    weight: row.weight,
    state: row.state,
  };
}

export const placeIndexOf = (rows: readonly UpstreamPlaceRow[]): PlaceIndex =>
  rows.length === 0
    ? noPlaces
    : indexPlaces(
        rows.map(([country, state, city, isp, token]) => ({ country, state, city, isp, token })),
      );

/** Parses a stored upstream for rendering. @throws FieldRefused if this release cannot */
export function storedNotation(upstream: Upstream, rows: readonly UpstreamPlaceRow[]): Notation {
  const notation = notationOf(upstream, placeIndexOf(rows), null);
  if ("fault" in notation) throw new FieldRefused(notation, faultLine(notation));
  return notation;
}
