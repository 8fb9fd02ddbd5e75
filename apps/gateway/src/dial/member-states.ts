/**
 * What this worker learned about upstreams: which rest for whom, which hosts are down, how many
 * connections each has. States that are everybody's (quota, login) come from the hub.
 */
import { createHash } from "node:crypto";
import type { UpstreamFact } from "@turnpike/contract/upstream-facts.ts";
import {
  classify,
  type ErrorClass,
  type UpstreamAnswer,
} from "@turnpike/proxy-strings/upstream/errors.ts";
import { Witnesses } from "@turnpike/proxy-strings/upstream/witnesses.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import type { UpstreamOutbox } from "../report/upstream-outbox.ts";
import { Breakers } from "./breakers.ts";
import { type Next, nextAfter, refusedFor } from "./failure-classes.ts";
import { Rests } from "./rests.ts";
import { sampleOf } from "./sample-of.ts";

const noExitMs = 30_000;
const targetMs = 600_000;
/** Until the hub's decision about quota or login arrives. */
const untilHubMs = 5_000;
const loweredMs = 60_000;
/** An upstream without a limit is lowered to no fewer connections of a worker. */
const leastLowered = 32;

/** One use of an upstream. */
export interface MemberUse {
  upstream: UpstreamFact;
  /** The session's token as the upstream sees it; null for none. */
  session: string | null;
  /** What was asked for: the country (empty for any), and the whole place. */
  country: string;
  place: string;
  /** Upstream and `host:port`. */
  hostKey: string;
  /** The user as sent: login fields and secrets may be in it. */
  user: string;
}
/** Who asked for what. */
export interface Asker {
  accountId: string;
  holderId: string;
  /** The target's host. */
  target: string;
  /** `host:port`. */
  authority: string;
}
export interface MemberStatesOptions {
  outbox: UpstreamOutbox;
  /** The product's clock. */
  now: () => number;
  workers: number;
  accountShare: number;
}
/** What one upstream did at this worker, for its metrics. */
interface Tally {
  name: string;
  /** By class of failure; `ok` for those that worked. */
  tries: Partial<Record<ErrorClass | "ok", number>>;
}
interface Count {
  open: number;
  byAccount: Map<string, number>;
}

export class MemberStates {
  readonly breakers = new Breakers();
  #options: MemberStatesOptions;
  #rests = new Rests();
  #witnesses = new Witnesses();
  #counts = new Map<string, Count>();
  #tallies = new Map<string, Tally>();
  #lowered = new Map<string, { limit: number; until: number }>();

  constructor(options: MemberStatesOptions) {
    this.#options = options;
    options.outbox.open = () =>
      [...this.#counts].map(([upstreamId, { open }]) => ({ upstreamId, connections: open }));
  }

  /** What each upstream did since the start, by id. */
  tallies(): Map<string, Tally & { open: number }> {
    const rows = [...this.#tallies].map(
      ([id, tally]) => [id, { ...tally, open: this.#counts.get(id)?.open ?? 0 }] as const,
    );
    return new Map(rows);
  }

  #tally({ id, name }: UpstreamFact, what: ErrorClass | "ok"): void {
    let known = this.#tallies.get(id);
    if (known === undefined) {
      known = { name, tries: {} };
      this.#tallies.set(id, known);
    }
    known.tries[what] = (known.tries[what] ?? 0) + 1;
  }

  /** Whether a place of an upstream rests, for everybody or for this account. */
  isResting({ id }: UpstreamFact, place: string, accountId: string): boolean {
    if (this.#rests.size === 0) return false;
    const now = performance.now();
    return ["", accountId].some(
      (who) =>
        this.#rests.has(`place ${id} ${place} ${who}`, now) || this.#rests.has(`${id} ${who}`, now),
    );
  }

  refusesTarget({ id }: UpstreamFact, target: string): boolean {
    return this.#rests.size > 0 && this.#rests.has(`target ${id} ${target}`, performance.now());
  }

  /** Whether one more connection of this account is within the limits of this worker. */
  hasRoom(fact: UpstreamFact, accountId: string): boolean {
    const limit = this.#limitOf(fact);
    if (limit === null) return true;
    const { open = 0, byAccount } = this.#counts.get(fact.id) ?? {};
    // What is only lowered for a minute is nobody's share.
    if (fact.maxConnections === null) return open < limit;
    const ofAccount = Math.max(1, Math.floor(limit * this.#options.accountShare));
    return open < limit && (byAccount?.get(accountId) ?? 0) < ofAccount;
  }

  opened({ id }: UpstreamFact, accountId: string): void {
    let count = this.#counts.get(id);
    if (count === undefined) {
      count = { open: 0, byAccount: new Map() };
      this.#counts.set(id, count);
    }
    count.open += 1;
    count.byAccount.set(accountId, (count.byAccount.get(accountId) ?? 0) + 1);
  }

  closed({ id }: UpstreamFact, accountId: string): void {
    const count = this.#counts.get(id);
    if (count === undefined) return;
    count.open -= 1;
    const left = (count.byAccount.get(accountId) ?? 0) - 1;
    if (left > 0) count.byAccount.set(accountId, left);
    else count.byAccount.delete(accountId);
    if (count.open === 0) this.#counts.delete(id);
  }

  /** Whether the hub lets one request try an upstream that refused our login. */
  mayRetry(id: string): boolean {
    return this.#options.outbox.retries.has(id);
  }

  /** A request goes out: it is the one that tries what rested. What was only chosen is not. */
  begun({ upstream, hostKey }: MemberUse): void {
    this.#options.outbox.retries.delete(upstream.id);
    this.breakers.used(hostKey, performance.now());
  }

  /** It could not be tried: its host is no nearer to a rest, nor to its end. */
  undecided({ hostKey }: MemberUse): void {
    this.breakers.undecided(hostKey, performance.now());
  }

  worked(use: MemberUse, by: Asker, connectMs: number): void {
    const { id } = use.upstream;
    this.#tally(use.upstream, "ok");
    this.breakers.worked(use.hostKey);
    if (this.#witnesses.size > 0)
      for (const what of [`noExit ${use.place}`, "auth", "down"])
        this.#witnesses.clear(`${id} ${what}`);
    const { outbox } = this.#options;
    if (!outbox.wantsSuccess()) return;
    const event = { class: null, named: false, status: null, socks: null, sample: "" };
    outbox.add({ ...this.#eventOf(use, by), ...event, ok: true, connectMs });
  }

  /** Notes a failure; returns what the customer reads, what is tried next, and a masked sample. */
  failed(
    use: MemberUse,
    by: Asker,
    { answer, asked }: { answer: UpstreamAnswer; asked: boolean },
  ): { refused: Refused; next: Next; sample: string } {
    const { upstream } = use;
    const { class: failure, named } = classify(answer, upstream.errors);
    this.#tally(upstream, failure);
    this.#remember(failure, use, { by, named, asked });
    if (failure !== "down") this.breakers.worked(use.hostKey);
    const status = answer.kind === "http" ? answer.status : null;
    const reply = answer.kind === "socks" ? answer.reply : null;
    const socks = reply === "auth" ? -1 : reply;
    const sample = sampleOf(use, answer);
    const event = { class: failure, named, status, socks, sample, ok: false, connectMs: null };
    this.#options.outbox.add({ ...this.#eventOf(use, by), ...event });
    const refused = refusedFor(failure, answer);
    return { refused, next: nextAfter(failure, upstream.allowRetryElsewhere), sample };
  }

  #remember(
    failure: ErrorClass,
    { upstream, place, hostKey }: MemberUse,
    { by, named, asked }: { by: Asker; named: boolean; asked: boolean },
  ): void {
    const { id } = upstream;
    const now = performance.now();
    const isSeenByMany = (what: string) =>
      this.#witnesses.note(`${id} ${what}`, { customer: by.accountId, target: by.target, at: now });
    if (failure === "noExit") {
      // A target may have caused it, so that one customer's answers count for him alone.
      const who = isSeenByMany(`noExit ${place}`) ? "" : by.accountId;
      if (named || who === "") this.#rests.set(`place ${id} ${place} ${who}`, now + noExitMs);
    } else if (failure === "quota" || failure === "auth") {
      const who = isSeenByMany(failure) ? "" : by.accountId;
      if (named || who === "") this.#rests.set(`${id} ${who}`, now + untilHubMs);
    } else if (failure === "targetRefused") {
      // With its port: some refuse all but a few, and others may want the target at one of these.
      this.#rests.set(`target ${id} ${by.authority}`, now + targetMs);
    } else if (failure === "concurrency") this.#lower(upstream, now);
    else if (failure === "down" && !asked) this.breakers.failed(hostKey, now);
    // A silent target makes its upstream silent, too.
    else if (failure === "down" && isSeenByMany("down")) this.breakers.open(hostKey, now);
    else if (failure === "down") this.breakers.undecided(hostKey, now);
  }

  /**
   * 10 % less for a minute. Of an upstream without a limit few may be open, or none: then one
   * customer's answer must not leave everybody a single connection.
   */
  #lower(fact: UpstreamFact, now: number): void {
    const known = this.#lowered.get(fact.id);
    if (known !== undefined && known.until > now) return;
    const { open = 0 } = this.#counts.get(fact.id) ?? {};
    const allowed = this.#limitOf(fact);
    const least = allowed === null ? leastLowered : 1;
    const limit = Math.max(least, Math.floor((allowed ?? open) * 0.9));
    this.#lowered.set(fact.id, { limit, until: now + loweredMs });
  }

  #limitOf({ id, maxConnections }: UpstreamFact): number | null {
    const lowered = this.#lowered.get(id);
    if (lowered !== undefined && lowered.until > performance.now()) return lowered.limit;
    if (maxConnections === null) return null;
    // Until the hub has divided it among all workers.
    const part = Math.max(1, Math.floor(maxConnections / this.#options.workers));
    return this.#options.outbox.limits.get(id) ?? part;
  }

  #eventOf({ upstream, country }: MemberUse, by: Asker) {
    const targetKey = createHash("sha256").update(by.target).digest("hex").slice(0, 16);
    const { accountId, holderId } = by;
    const at = this.#options.now();
    return { upstreamId: upstream.id, at, place: country, accountId, holderId, targetKey };
  }
}
