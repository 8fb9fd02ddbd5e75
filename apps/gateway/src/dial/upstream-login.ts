/** Writes requests in an upstream's notation: host, port, user and password as they are sent. */
import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import type { UpstreamFact } from "@turnpike/contract/upstream-facts.ts";
import { notationOf } from "@turnpike/proxy-strings/upstream/judge.ts";
import type { UpstreamHost } from "@turnpike/proxy-strings/upstream/hosts.ts";
import {
  hostFor,
  type Login,
  type Notation,
  portFor,
  type Rendered,
  renderLogin,
  type Unwritable,
} from "@turnpike/proxy-strings/upstream/render.ts";
import {
  lettersOf,
  numberOf,
  sessionToken,
} from "@turnpike/proxy-strings/upstream/session-token.ts";
import { indexPlaces } from "@turnpike/proxy-strings/upstream/place-index.ts";
import type { Piece } from "@turnpike/proxy-strings/upstream/template.ts";
import { sessionText, type Transform } from "@turnpike/proxy-strings/upstream/transforms.ts";
import type { PlaceFilter, UsernameRequest } from "@turnpike/rules/username.ts";
import type { SupplyFacts } from "../link/supply-facts.ts";

const maxKnown = 4_096;
const anyToken = new Uint8Array(32);
const nowhere: LoginHost = { host: "", first: 0, last: 0, key: "" };

/** Whose session it is, and when it began (milliseconds since 1970). */
export interface SessionOf {
  holder: string;
  startAt: number;
}

/** A host of an upstream, with a name of its own among those of all upstreams. */
export type LoginHost = UpstreamHost & { key: string };
interface Written {
  rendered: Rendered;
  hostKey: string;
  /** The token as the upstream sees it; null without a session. */
  session: string | null;
}

export class UpstreamLogin {
  readonly fact: UpstreamFact;
  /** The upstream's hosts, as in its list. */
  readonly hosts: readonly LoginHost[];
  #notation: Notation;
  #sessionKey: KeyObject;
  /** By place: what it writes without a session, and whether it can write one. */
  #withoutSession = new Map<string, Login | Unwritable>();
  #canWriteSession = new Map<string, boolean>();

  constructor(fact: UpstreamFact, notation: Notation) {
    this.fact = fact;
    this.#notation = notation;
    this.#sessionKey = createSecretKey(Buffer.from(fact.sessionKey, "hex"));
    this.hosts = notation.hosts.map((at) => ({ ...at, key: `${fact.id} ${at.host}:${at.first}` }));
  }

  /** Whether it has words for the whole place (`filterKey`), and for a session if one is asked. */
  canWrite(filter: PlaceFilter, place: string, withSession: boolean): boolean {
    if (!withSession) return !("unwritable" in this.#plain(filter, place));
    let known = this.#canWriteSession.get(place);
    if (known === undefined) {
      const session = { token: anyToken, minutes: 1 };
      const host = hostFor(this.hosts, 0) ?? nowhere;
      known = !("unwritable" in renderLogin(this.#notation, { filter, session }, host));
      if (this.#canWriteSession.size >= maxKnown) this.#canWriteSession.clear();
      this.#canWriteSession.set(place, known);
    }
    return known;
  }

  /** Renders a request for one of these hosts. */
  write(
    { filter, sid, minutes }: UsernameRequest,
    place: string,
    of: SessionOf,
    hosts: readonly LoginHost[],
  ): Written | Unwritable {
    const token = sid === null ? this.#ownToken() : this.#tokenOf(place, sid, of);
    const number = token === null ? Math.floor(Math.random() * 2 ** 47) : numberOf(token);
    const host = hostFor(hosts, number) ?? nowhere;
    const session = token && { token, minutes: this.#minutesFor(sid, minutes) };
    const login =
      session === null
        ? this.#plain(filter, place)
        : renderLogin(this.#notation, { filter, session }, host);
    if ("unwritable" in login) return login;
    const { user, password } = login;
    const rendered = { host: host.host, port: portFor(host, number), user, password };
    return { rendered, hostKey: host.key, session: token && this.#written(token) };
  }

  #plain(filter: PlaceFilter, place: string): Login | Unwritable {
    let known = this.#withoutSession.get(place);
    if (known === undefined) {
      known = renderLogin(this.#notation, { filter, session: null }, nowhere);
      if (this.#withoutSession.size >= maxKnown) this.#withoutSession.clear();
      this.#withoutSession.set(place, known);
    }
    return known;
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

  #tokenOf(place: string, sid: string, { holder, startAt: start }: SessionOf): Uint8Array {
    const identity = { holder, member: this.fact.id, place, sid, start, attempt: 0 };
    const mac = (text: string) => createHmac("sha256", this.#sessionKey).update(text).digest();
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
