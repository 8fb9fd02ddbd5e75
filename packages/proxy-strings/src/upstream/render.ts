/**
 * Writes a request in an upstream's own notation: host, port, user and password as they are sent.
 * A filter that cannot be written makes the upstream no candidate; nothing is left out silently.
 */
import type { PlaceFilter } from "@turnpike/rules/username.ts";
import type { UpstreamHost } from "./hosts.ts";
import { numberOf } from "./session-token.ts";
import type { PlaceIndex } from "./place-index.ts";
import { spelled } from "./spelling.ts";
import {
  type Piece,
  placeFields,
  type PlaceName,
  type Template,
  type TemplateField,
} from "./template.ts";
import { sessionText, type Transform, transformed, type TransformWith } from "./transforms.ts";

/** What is needed to write requests, parsed once. */
export interface Notation {
  how: "http" | "https" | "socks5";
  hosts: readonly UpstreamHost[];
  /** Variants; the first that can write the whole request wins. */
  users: readonly Template[];
  password: Template;
  login: Readonly<Record<string, string | undefined>>;
  map: TransformWith["map"];
  /** The form of a session id where the template names none. */
  format: Transform;
  places: PlaceIndex;
}
export interface UpstreamRequest {
  filter: PlaceFilter;
  /** Null: no session. */
  session: { token: Uint8Array; minutes: number } | null;
  /** Any number from 0 up to 2⁴⁸; chooses host and port where the session does not. */
  pick?: number;
}
export interface Login {
  user: string;
  password: string;
}
export interface Rendered extends Login {
  host: string;
  port: number;
}
/** Why a request cannot be written: the field that stays unsaid, or the whole does not fit. */
export interface Unwritable {
  unwritable: PlaceName | "session" | "length" | "characters" | "fields";
}

/** SOCKS5 has one byte for each length (RFC 1929); a longer head is no HTTP proxy's (8 KiB). */
const longest = { socks5: 255, http: 2000, https: 2000 } as const;

/** Writes a request, or says which part of it this upstream has no words for. */
export function render(notation: Notation, request: UpstreamRequest): Rendered | Unwritable {
  const { session, pick = 0 } = request;
  const number = session === null ? pick : numberOf(session.token);
  const host = hostFor(notation.hosts, number) ?? { host: "", first: 0, last: 0 };
  const login = renderLogin(notation, request, host);
  if ("unwritable" in login) return login;
  return { host: host.host, port: portFor(host, number), ...login };
}

/** Writes user and password alone; without a session they are the same for every host. */
export function renderLogin(
  notation: Notation,
  request: UpstreamRequest,
  host: UpstreamHost,
): Login | Unwritable {
  const wanted = wantedFields(request, host.last > host.first);
  let first: Unwritable | null = null;
  const password = write(notation, request, notation.password);
  for (const template of password === null ? [] : notation.users) {
    const user = write(notation, request, template);
    const left =
      user && wanted.find((field) => !user.wrote.has(field) && !password?.wrote.has(field));
    if (user && password && left === undefined) {
      const sent = { user: user.text, password: password.text };
      return unfitOf(notation.how, sent) ?? sent;
    }
    if (left) first ??= { unwritable: left };
  }
  return first ?? { unwritable: "fields" };
}

/** The fields of a request that must not be lost; the port can carry the session. */
function wantedFields(request: UpstreamRequest, byPort: boolean): (PlaceName | "session")[] {
  const wanted: (PlaceName | "session")[] = placeFields.filter(
    (field) => request.filter[field] !== undefined && request.filter[field] !== "",
  );
  if (request.session !== null && !byPort) wanted.push("session");
  return wanted;
}

const WRITABLE = /^[ -~]*$/;

function unfitOf(how: Notation["how"], { user, password }: Login) {
  const limit = longest[how];
  if (user.length > limit || password.length > limit) return { unwritable: "length" } as const;
  // Basic credentials end the name at the first colon (RFC 7617).
  const colon = how !== "socks5" && user.includes(":");
  const clean = WRITABLE.test(user) && WRITABLE.test(password);
  return colon || !clean ? ({ unwritable: "characters" } as const) : null;
}

/** The host for a session's number, or any number from 0 up to 2⁴⁸. */
export function hostFor<H extends UpstreamHost>(
  hosts: readonly H[],
  number: number,
): H | undefined {
  // Not the digits that choose the port: each host shall see all of its ports.
  return hosts[Math.floor(number / 65_536) % hosts.length];
}

/** The host's port for the same number. */
export function portFor({ first, last }: UpstreamHost, number: number): number {
  return first + (number % (last - first + 1));
}

interface Written {
  text: string;
  wrote: Set<TemplateField>;
}

/** Writes one template; null if a field that it requires has no value. */
function write(notation: Notation, request: UpstreamRequest, template: Template): Written | null {
  return writePieces(template.pieces, (field, transforms) =>
    valueOf(notation, request, field, transforms),
  );
}

type ValueOf = (field: TemplateField, transforms: readonly Transform[]) => string | null;

function writePieces(pieces: readonly Piece[], value: ValueOf): Written | null {
  const written: Written = { text: "", wrote: new Set() };
  for (const piece of pieces) {
    if (piece.kind === "text") written.text += piece.text;
    else if (piece.kind === "optional") {
      const inner = writePieces(piece.pieces, value);
      if (inner === null) continue;
      written.text += inner.text;
      for (const field of inner.wrote) written.wrote.add(field);
    } else {
      const text = value(piece.field, piece.transforms);
      if (text === null && piece.fallback === null) return null;
      written.text += text ?? piece.fallback ?? "";
      if (text !== null) written.wrote.add(piece.field);
    }
  }
  return written;
}

function valueOf(
  notation: Notation,
  { filter, session }: UpstreamRequest,
  field: TemplateField,
  transforms: readonly Transform[],
): string | null {
  if (field === "session") {
    return session && sessionText(session.token, transforms, notation.format);
  }
  const place = isPlace(field) ? spelled(field, filter, notation.places) : null;
  if (place && "token" in place) return place.token;
  const plain = isPlace(field)
    ? (place?.words ?? null)
    : field === "minutes"
      ? session && String(session.minutes)
      : (notation.login[field] ?? null);
  const by = { country: filter.country?.toUpperCase(), map: notation.map };
  return transforms.reduce<string | null>(
    (value, transform) => value && transformed(value, transform, field, by),
    plain,
  );
}

const isPlace = (field: TemplateField): field is PlaceName =>
  (placeFields as readonly string[]).includes(field);
