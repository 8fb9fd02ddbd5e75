/** Writes requests in an upstream's notation: host, port, user and password as they are sent. */
import { createHmac, randomBytes } from "node:crypto";
import type { UpstreamFact } from "@turnpike/contract/upstream-facts.ts";
import { notationOf } from "@turnpike/proxy-strings/upstream/judge.ts";
import {
  type Notation,
  render,
  type Rendered,
  type Unwritable,
} from "@turnpike/proxy-strings/upstream/render.ts";
import {
  lettersOf,
  numberOf,
  sessionToken,
} from "@turnpike/proxy-strings/upstream/session-token.ts";
import { indexPlaces } from "@turnpike/proxy-strings/upstream/spelling.ts";
import type { Piece } from "@turnpike/proxy-strings/upstream/template.ts";
import { sessionText, type Transform } from "@turnpike/proxy-strings/upstream/transforms.ts";
import { filterKey, type PlaceFilter, type UsernameRequest } from "@turnpike/rules/username.ts";
import type { SupplyFacts } from "../link/supply-facts.ts";

const maxKnown = 4_096;
const anyToken = new Uint8Array(32);

/** Whose session it is, and when it began (milliseconds since 1970). */
export interface SessionOf {
  holder: string;
  startAt: number;
}

export class UpstreamLogin {
  readonly fact: UpstreamFact;
  #notation: Notation;
  /** Which places it can write, with and without a session. */
  #writable = new Map<string, boolean>();

  constructor(fact: UpstreamFact, notation: Notation) {
    this.fact = fact;
    this.#notation = notation;
  }

  /** The upstream's hosts, as in its list. */
  get hosts(): Notation["hosts"] {
    return this.#notation.hosts;
  }

  /** Whether it has words for the whole place, and for a session if one is asked for. */
  canWrite(filter: PlaceFilter, withSession: boolean): boolean {
    const key = `${filterKey(filter)}|${withSession}`;
    let known = this.#writable.get(key);
    if (known === undefined) {
      const session = withSession ? { token: anyToken, minutes: 1 } : null;
      known = !("unwritable" in render(this.#notation, { filter, session }));
      if (this.#writable.size >= maxKnown) this.#writable.clear();
      this.#writable.set(key, known);
    }
    return known;
  }

  /** Renders a request for one of these hosts. `session`: the token as the upstream sees it. */
  write(
    { filter, sid, minutes }: UsernameRequest,
    of: SessionOf,
    hosts: Notation["hosts"],
  ): { rendered: Rendered; session: string | null } | Unwritable {
    const token = sid === null ? this.#ownToken() : this.#tokenOf(filter, sid, of);
    const session = token && { token, minutes: this.#minutesFor(sid, minutes) };
    const pick = token === null ? Math.floor(Math.random() * 2 ** 47) : numberOf(token);
    const rendered = render({ ...this.#notation, hosts }, { filter, session, pick });
    if ("unwritable" in rendered) return rendered;
    return { rendered, session: token && this.#written(token) };
  }

  /** Without a session of the customer's: a fresh one, unless the upstream gives one by itself. */
  #ownToken(): Uint8Array | null {
    const { session } = this.fact;
    return session === null || session.perConnection ? null : randomBytes(32);
  }

  #minutesFor(sid: string | null, minutes: number): number {
    const most = this.fact.session?.maxMinutes ?? minutes;
    return sid === null ? Math.min(minutes, most) : minutes;
  }

  #tokenOf(filter: PlaceFilter, sid: string, { holder, startAt: start }: SessionOf): Uint8Array {
    const { id: member, sessionKey } = this.fact;
    const key = Buffer.from(sessionKey, "hex");
    const identity = { holder, member, place: filterKey(filter), sid, start, attempt: 0 };
    const mac = (text: string) => createHmac("sha256", key).update(text).digest();
    return sessionToken(identity, mac, (token) => this.#written(token));
  }

  #written(token: Uint8Array): string {
    const { users, password, format } = this.#notation;
    const pieces = [...users, password].flatMap((template) => template.pieces);
    const transforms = transformsOf(pieces);
    if (transforms === null) return lettersOf(token, 8);
    return sessionText(token, transforms, format);
  }
}

/** The transforms of the first session field. */
function transformsOf(pieces: readonly Piece[]): readonly Transform[] | null {
  for (const piece of pieces) {
    if (piece.kind === "text") continue;
    if (piece.kind === "field") {
      if (piece.field === "session") return piece.transforms;
      continue;
    }
    const inner = transformsOf(piece.pieces);
    if (inner !== null) return inner;
  }
  return null;
}

/** Prepares an upstream; null if its templates cannot be read, which saving it would have refused. */
export function loginOf(fact: UpstreamFact, supply: SupplyFacts): UpstreamLogin | null {
  const places = indexPlaces(
    supply.placesOf(fact.id).map(([country, state, city, isp, token]) => {
      return { country, state, city, isp, token };
    }),
  );
  const { kind: _kind, id: _id, state: _state, sessionKey: _key, ca = null, ...rest } = fact;
  const none = { preset: null, secretFile: null, dayBytes: null, monthBytes: null };
  const money = { perGbMicros: 0, gbBytes: 1, provenance: "as saved" };
  const notation = notationOf({ ...rest, ...none, ...money, ca }, places, null);
  return "fault" in notation ? null : new UpstreamLogin(fact, notation);
}
