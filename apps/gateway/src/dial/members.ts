/**
 * The members of a pool: own exits and upstreams. A candidate can serve a request whole: place,
 * session and its length, product, state. The highest priority with a candidate serves, among
 * equals by weight; with a session every gateway chooses the same (`proxy-strings` choice.ts).
 */
import type { ExitFact, Product } from "@turnpike/contract/data-plane.ts";
import type { UpstreamFact } from "@turnpike/contract/upstream-facts.ts";
import {
  chooseMember,
  type Draw,
  offers,
  type Ranking,
  rankMembers,
} from "@turnpike/proxy-strings/upstream/choice.ts";
import type { Rendered } from "@turnpike/proxy-strings/upstream/render.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import { countExits } from "@turnpike/rules/exit-choice.ts";
import { filterKey, type UsernameRequest } from "@turnpike/rules/username.ts";
import type { Snapshot } from "../link/snapshot.ts";
import type { MemberStates, MemberUse } from "./member-states.ts";
import { loginOf, type LoginHost, type SessionOf, type UpstreamLogin } from "./upstream-login.ts";

/** An exit as it is dialled; `member`: through an upstream, whose exit's address may be unknown. */
export type Way = ExitFact & { member?: MemberUse };

/** One request and what it tried so far. */
export interface Trial {
  accountId: string;
  product: Product;
  /** The pool that serves it; undefined: the first one. */
  pool?: string | undefined;
  /** The target as `host:port`. */
  target: string;
  /** Exits and upstreams (by id) that failed in this request. */
  tried: Set<string>;
  /** Upstreams cannot carry it (UDP). */
  onlyOwn?: boolean;
}

/** A member's share of a pool. */
interface Share {
  priority: number;
  weight: number;
}

/** What serves a request. */
export type Choice = { own: true } | { login: UpstreamLogin };

export class Members {
  readonly states: MemberStates;
  #snapshot: Snapshot;
  #logins = new Map<string, { version: number; login: UpstreamLogin | null }>();
  #all: UpstreamLogin[] = [];
  /** The members of the first pool by product, and those of the others by name. */
  #ofProduct = new Map<Product, Ranking<Candidate>>();
  #ofPool = new Map<string, Ranking<Candidate>>();
  #changes = -1;

  constructor(snapshot: Snapshot, states: MemberStates) {
    this.#snapshot = snapshot;
    this.states = states;
  }

  /** Whether there are upstreams: without any, own exits serve as they always did. */
  get any(): boolean {
    return this.#snapshot.supply.size > 0;
  }

  /** Whether own exits alone serve: no upstream could. */
  onlyOwn({ pool }: Trial): boolean {
    return !this.any && pool === undefined;
  }

  /** The share of own exits in a pool; null if they are no member. */
  ownShare({ pool }: Trial): Share | null {
    const { own } = this.#snapshot.supply;
    return pool === undefined ? own : (own.pools?.[pool] ?? null);
  }

  login(upstreamId: string): UpstreamLogin | null {
    if (!this.any) return null;
    this.#refresh();
    return this.#logins.get(upstreamId)?.login ?? null;
  }

  /** The candidate to try; null if none serves. `owns`: whether own exits can serve now. */
  choose(
    request: UsernameRequest,
    trial: Trial,
    by: { draw: Draw; owns: () => boolean },
  ): Choice | null {
    const place = filterKey(request.filter);
    const serves = ({ login }: Candidate) => {
      if (login === null) return by.owns();
      const has = this.#has(login, request, place, trial);
      return has && this.works(login, place, trial) && this.takes(login, request, trial);
    };
    const chosen = chooseMember(this.#rankingOf(trial), by.draw, serves);
    if (chosen === null) return null;
    return chosen.login === null ? { own: true } : { login: chosen.login };
  }

  /** Whether it works for this place (`filterKey`): if not, its sessions move. */
  works(login: UpstreamLogin, place: string, trial: Trial): boolean {
    const { states } = this;
    const { fact } = login;
    if (shareOf(login, trial) === null) return false;
    const isOn = fact.state === "on" || (fact.state === "authFailed" && states.mayRetry(fact.id));
    if (!isOn || states.isResting(fact, place, trial.accountId)) return false;
    return this.#hostsOf(login).length > 0;
  }

  /** Whether it takes this one request: if not, its sessions stay with it. */
  takes(login: UpstreamLogin, request: UsernameRequest, trial: Trial): boolean {
    const { states } = this;
    const { fact } = login;
    if (trial.onlyOwn || trial.tried.has(fact.id) || !this.#lasts(login, request)) return false;
    return !states.refusesTarget(fact, trial.target) && states.hasRoom(fact, trial.accountId);
  }

  /** Renders the way through an upstream; null if it has no words for the request. */
  way(login: UpstreamLogin, request: UsernameRequest, of: SessionOf): Way | null {
    const { fact } = login;
    const { filter } = request;
    const place = filterKey(filter);
    const up = this.#hostsOf(login);
    const written = login.write(request, place, of, up.length > 0 ? up : login.hosts);
    if ("unwritable" in written) return null;
    const { rendered, session, hostKey } = written;
    const country = filter.country?.toUpperCase() ?? "";
    const { user } = rendered;
    const member = { upstream: fact, session, country, place, hostKey, user };
    return wayThrough(fact, rendered, member);
  }

  /** The hosts that are not down. */
  #hostsOf({ hosts }: UpstreamLogin): readonly LoginHost[] {
    const { breakers } = this.states;
    if (breakers.size === 0) return hosts;
    const now = performance.now();
    return hosts.filter(({ key }) => !breakers.isOpen(key, now));
  }

  #rankingOf(trial: Trial): Ranking<Candidate> {
    this.#refresh();
    const { pool, product } = trial;
    const known = pool === undefined ? this.#ofProduct.get(product) : this.#ofPool.get(pool);
    if (known !== undefined) return known;
    const own = this.ownShare(trial);
    const members = this.#all.flatMap((login): Candidate[] => {
      const share = shareOf(login, trial);
      return share === null ? [] : [candidateOf(login.fact.name, share, login)];
    });
    if (own !== null) members.push(candidateOf("own", own, null));
    const ranking = rankMembers(members);
    if (pool === undefined) this.#ofProduct.set(product, ranking);
    else this.#ofPool.set(pool, ranking);
    return ranking;
  }

  /** Why none serves; `own` is the refusal of own exits alone. */
  refusal(request: UsernameRequest, trial: Trial, own: Refused): Refused {
    const place = filterKey(request.filter);
    const having = this.#all.filter((login) => this.#has(login, request, place, trial));
    if (having.length === 0 || trial.onlyOwn) return own;
    const { states } = this;
    const isOwn = this.ownShare(trial) !== null;
    const ownHas = isOwn && countExits(this.#snapshot.exits, request.filter) > 0;
    const lasting = having.filter((login) => this.#lasts(login, request));
    if (lasting.length === 0 && !ownHas) return tooLong(having, request);
    const { accountId, target } = trial;
    const works = lasting.filter((login) => this.works(login, place, trial));
    const refusing = works.filter(({ fact }) => states.refusesTarget(fact, target));
    if (refusing.length > 0 && refusing.length === works.length)
      return { reason: "targetNotOffered", detail: "" };
    if (works.some(({ fact }) => !states.hasRoom(fact, accountId)))
      return { reason: "tooManyConnections", detail: "" };
    return own.reason === "badParameters" ? { reason: "noExit", detail: "" } : own;
  }

  /** Whether it sells the place, whatever its state. */
  #has(
    login: UpstreamLogin,
    { filter, sid }: UsernameRequest,
    place: string,
    trial: Trial,
  ): boolean {
    const { fact } = login;
    const { product } = trial;
    if (shareOf(login, trial) === null) return false;
    const country = filter.country?.toUpperCase();
    // An API of the previous release sends an empty list for all.
    const countries = fact.countries?.length ? fact.countries : undefined;
    // Of another pool than the first only the share says that it sells traffic.
    const products = trial.pool === undefined ? fact.products : [product];
    const offer = { countries, products, maxMinutes: null };
    if (!offers(offer, { country, minutes: undefined, product })) return false;
    const ownSession = fact.session !== null && !fact.session.perConnection;
    return login.canWrite(filter, place, sid !== null || ownSession);
  }

  #lasts({ fact }: UpstreamLogin, { sid, minutes }: UsernameRequest): boolean {
    const most = fact.session?.maxMinutes ?? null;
    return sid === null || most === null || minutes <= most;
  }

  #refresh(): void {
    const { supply } = this.#snapshot;
    if (this.#changes === supply.changes) return;
    this.#changes = supply.changes;
    const before = this.#logins;
    this.#logins = new Map();
    for (const fact of supply.upstreams()) {
      const version = supply.placesVersion(fact.id);
      const known = before.get(fact.id);
      const isSame = known?.version === version && known.login?.fact === fact;
      const login = isSame ? known.login : loginOf(fact, supply);
      this.#logins.set(fact.id, { version, login });
    }
    this.#all = [...this.#logins.values()].flatMap(({ login }) => (login === null ? [] : [login]));
    this.#ofProduct.clear();
    this.#ofPool.clear();
  }
}

/** A member with its share of the request's pool; without a login: own exits. */
interface Candidate extends Share {
  name: string;
  login: UpstreamLogin | null;
}

const candidateOf = (name: string, { priority, weight }: Share, login: UpstreamLogin | null) => ({
  name,
  priority,
  weight,
  login,
});

/** An upstream's share of the pool; null if it is no member. */
function shareOf({ fact }: UpstreamLogin, { pool, product }: Trial): Share | null {
  if (pool !== undefined) return fact.pools?.[pool] ?? null;
  return fact.products.includes(product) ? fact : null;
}

function tooLong(having: readonly UpstreamLogin[], { minutes }: UsernameRequest): Refused {
  const most = Math.max(...having.map(({ fact }) => fact.session?.maxMinutes ?? 0));
  const detail = `no exit there keeps a session for ${minutes} minutes: at most ${most} (t-${most})`;
  return { reason: "badParameters", detail };
}

/** The way through an upstream: an exit without a known address or place. */
function wayThrough(
  { id, how, dns }: UpstreamFact,
  { host, port, user, password }: Rendered,
  member: MemberUse,
): Way {
  return {
    kind: "exit",
    id: `${id} ${member.session ?? ""}`,
    how: how === "socks5" ? "socks5" : "http",
    host,
    port,
    user,
    password,
    ip: "",
    country: member.country,
    state: "",
    city: "",
    postal: "",
    isp: "",
    asn: 0,
    lab: false,
    dns,
    product: "pool",
    member,
  };
}
