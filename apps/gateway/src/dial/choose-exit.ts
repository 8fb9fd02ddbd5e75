/**
 * Chooses a connection's exit: any that fits, or the one of its sticky session
 * (spec/gateway#sessions). The pool may have upstreams as members (`members.ts`).
 */
import type { ExitFact, Product, Questions } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { drawOfSession } from "@turnpike/proxy-strings/upstream/choice.ts";
import { Witnesses } from "@turnpike/proxy-strings/upstream/witnesses.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import { chooseExit, rendezvous } from "@turnpike/rules/exit-choice.ts";
import { filterKey, type UsernameRequest } from "@turnpike/rules/username.ts";
import { type Grant, sessionOwnerOf } from "../link/grant.ts";
import { isUnlimited } from "../link/holder.ts";
import type { Snapshot } from "../link/snapshot.ts";
import type { MaybePromise } from "../lib/maybe-promise.ts";
import { DeadExits } from "./dead-exits.ts";
import {
  beganAt,
  HeldSessions,
  lostKey,
  type Session,
  type StickySession,
} from "./held-sessions.ts";
import * as refusals from "./exit-refusals.ts";
import type { Members, Trial, Way } from "./members.ts";
import { OtherNodes } from "./other-nodes.ts";
import { withPrefixAddress } from "./prefix-address.ts";
import { Rests } from "./rests.ts";
import { Rotations } from "./rotation.ts";

const maxTries = 3;
/** Own exits tried for one request before upstreams have their turn. */
const maxOwnTries = 2;
const maxLostMs = 24 * 3_600_000;

export interface ExitChooserOptions {
  link: GatewayLink;
  snapshot: Snapshot;
  members: Members;
  /** The product's clock, milliseconds since 1970. */
  now: () => number;
  random: () => number;
}

export class ExitChooser {
  readonly members: Members;
  #options: ExitChooserOptions;
  #rotations: Rotations;
  #otherNodes: OtherNodes;
  #held: HeldSessions;
  #dead = new DeadExits();
  #witnesses = new Witnesses();
  /** Sessions, by key and beginning, that their upstream no longer has. */
  #lost = new Rests();

  constructor(options: ExitChooserOptions) {
    this.#options = options;
    this.members = options.members;
    this.#rotations = new Rotations(options);
    this.#otherNodes = new OtherNodes(options.link);
    this.#held = new HeldSessions(options);
  }

  /**
   * Like `#pick`, but does not report a place as wrong if another node has exits there. What
   * `trial` tried is avoided; for a session, only upstreams are.
   */
  pick(grant: Grant, request: UsernameRequest, trial: Trial): MaybePromise<Way | Refused> {
    const picked = this.#pick(grant, request, trial);
    return picked instanceof Promise
      ? picked.then((exit) => this.#judged(exit, request, trial))
      : this.#judged(picked, request, trial);
  }

  #judged(
    picked: Way | Refused,
    request: UsernameRequest,
    trial: Trial,
  ): MaybePromise<Way | Refused> {
    return "reason" in picked && picked.reason === "badParameters" && !this.#isSold(request, trial)
      ? this.#otherNodes.correctRefusal(picked, request.filter)
      : picked;
  }

  /** Whether the refusal is the members', who know the place. */
  #isSold(request: UsernameRequest, trial: Trial): boolean {
    return (
      this.members.any && this.members.refusal(request, trial, refusals.unsold) !== refusals.unsold
    );
  }

  /**
   * Picks the exit for this connection: the grant's only exit, the current exit of an unlimited
   * plan's port, or one of the pool. Asks the hub if the sticky session is not known here. All
   * clients of a whitelisted port share one session and therefore its exit.
   */
  #pick(grant: Grant, request: UsernameRequest, trial: Trial): MaybePromise<Way | Refused> {
    const { exitId, product } = grant;
    if (exitId !== null) return this.#fixedExit(exitId, product) ?? refusals.exitDeleted;
    const subAccountId = sessionOwnerOf(grant);
    const dead = this.#dead.of(subAccountId);
    if (isUnlimited(product)) return this.#rotations.pick(subAccountId, dead);
    if (request.sid === null) {
      const exit = this.#pickMember(request, trial, { subAccountId, key: null, startAt: 0 });
      return "reason" in exit ? exit : withPrefixAddress(exit, null);
    }
    const key = `${filterKey(request.filter)}|${request.sid}`;
    const { rotations = 0 } = this.#options.snapshot.subAccount(grant.holderId) ?? {};
    const session = { subAccountId, key, mapKey: `${subAccountId} ${key}`, trial, rotations };
    if (this.#held.isFull(subAccountId)) return this.#askForSession(session, request);
    return this.#liveSessionExit(session, request) ?? this.#askForSession(session, request);
  }

  /** Avoids a failed exit for a while, for one holder's connections or for everybody's. */
  markFailed(
    exitId: string,
    failure: "surely" | "perhaps" | "login",
    { holder, ...by }: { holder: string; customer: string; target: string },
  ): void {
    const isForAll =
      failure === "surely" ||
      (failure === "login" && this.#witnesses.note(exitId, { ...by, at: performance.now() }));
    this.#dead.add(exitId, isForAll ? null : holder);
  }

  /** The upstream lost the session that this connection would have used: it gets a new one. */
  loseSession(grant: Grant, request: UsernameRequest): void {
    if (request.sid === null) return;
    const mapKey = `${sessionOwnerOf(grant)} ${filterKey(request.filter)}|${request.sid}`;
    const held = this.#held.last(mapKey);
    if (held !== null) this.#lost.set(lostKey(mapKey, held), performance.now() + maxLostMs);
  }

  #fixedExit(exitId: string, product: Product): ExitFact | undefined {
    const { snapshot } = this.#options;
    if (product === "ip") return snapshot.exits.byId.get(exitId)?.exit;
    return snapshot.staticExits().get(exitId);
  }

  /** One of the pool's members serves: own exits, or an upstream. */
  #pickMember(
    request: UsernameRequest,
    trial: Trial,
    { subAccountId: holder, key, startAt }: Chooser,
  ): Way | Refused {
    const { members } = this;
    const { tried } = trial;
    const dead = this.#dead.of(holder);
    const avoid = tried.size === 0 ? dead : new Set([...dead, ...tried]);
    if (members.onlyOwn(trial)) return this.#pickFromPool(request, avoid);
    const isMember = members.ownShare(trial) !== null;
    const own = () => (isMember ? this.#pickFromPool(request, avoid) : refusals.noMember);
    let exit: ExitFact | Refused | null = null;
    const owns = () => {
      exit = own();
      return !("reason" in exit) && this.#ownTries(tried) < maxOwnTries;
    };
    const draw = key === null ? this.#options.random : drawOfSession(holder, key);
    const choice = members.choose(request, trial, { draw, owns });
    if (choice !== null && "login" in choice)
      return members.way(choice.login, request, { holder, startAt }) ?? refusals.unwritable;
    const found: ExitFact | Refused = exit ?? own();
    return "reason" in found ? members.refusal(request, trial, found) : found;
  }

  #ownTries(tried: ReadonlySet<string>): number {
    const { byId } = this.#options.snapshot.exits;
    let count = 0;
    for (const id of tried) if (byId.has(id)) count += 1;
    return count;
  }

  #pickFromPool(request: UsernameRequest, avoid: ReadonlySet<string>): ExitFact | Refused {
    const { snapshot, random } = this.#options;
    const choice = chooseExit(snapshot.exits, request.filter, { random: random(), avoid });
    return "exit" in choice ? choice.exit : refusals.refusalOf(choice, request);
  }

  /** The exit of a cached session, unless it is dead. */
  #liveSessionExit(session: Session, request: UsernameRequest): Way | Refused | null {
    const known = this.#known(session, request);
    return known && this.#exitOf(known, session, request);
  }

  #known({ mapKey, rotations }: Session, { minutes }: UsernameRequest): StickySession | null {
    return this.#held.known(mapKey, { minutes, rotations });
  }

  /** A session's exit, unless it is dead. For a prefix: the session's own address within it. */
  #exitOf(held: StickySession, session: Session, request: UsernameRequest): Way | Refused | null {
    const { subAccountId, mapKey, trial } = session;
    const startAt = beganAt(held);
    const login = this.members.login(held.exitId);
    if (login === null) {
      const exit = this.#liveExit(held.exitId, subAccountId, trial);
      return exit && withPrefixAddress(exit, `${mapKey} ${startAt}`);
    }
    if (!this.#isAlive(held, session, request)) return null;
    if (this.members.takes(login, request, trial)) {
      // What the session was begun with: the upstream keeps it as long.
      const begun = { ...request, minutes: held.minutes };
      return this.members.way(login, begun, { holder: subAccountId, startAt });
    }
    // Only this request goes another way, the same one each time: the session stays.
    return this.#pickMember(request, trial, { subAccountId, key: mapKey, startAt });
  }

  /** Whether a session's exit or upstream works. */
  #isAlive(held: StickySession, session: Session, request: UsernameRequest): boolean {
    const { subAccountId, mapKey, trial } = session;
    const login = this.members.login(held.exitId);
    if (login === null) return this.#liveExit(held.exitId, subAccountId, trial) !== null;
    if (this.#isLost(mapKey, held)) return false;
    return this.members.works(login, filterKey(request.filter), trial);
  }

  #isLost(mapKey: string, held: StickySession): boolean {
    return this.#lost.size > 0 && this.#lost.has(lostKey(mapKey, held), performance.now());
  }

  async #askForSession(session: Session, request: UsernameRequest): Promise<Way | Refused> {
    const { subAccountId, key, mapKey, rotations } = session;
    // Either the cached session is unusable, or `isFull` skipped the cache: its exit may be dead.
    const known = this.#known(session, request);
    const isDead = known !== null && !this.#isAlive(known, session, request);
    // Another gateway may have replaced a lost session already.
    let deadExitId = isDead && !this.#isLost(mapKey, known) ? known.exitId : null;
    if (deadExitId !== null && request.strict) return refusals.strictRefusal;
    let left: string | null = null;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const proposed = this.#propose(session, request, left);
      if ("reason" in proposed) return proposed;
      const question: Questions["hold"]["question"] & { rotations: number } = {
        subAccountId,
        key,
        minutes: request.minutes,
        proposedExitId: proposed.member?.upstream.id ?? proposed.id,
        deadExitId,
        // A supplier's new session, or another address of a prefix, is another address already.
        again: left === null && proposed.member === undefined && proposed.prefix === undefined,
        rotations,
      };
      const answer: StickySession | null = await this.#held.ask(mapKey, question).catch(() => null);
      if (answer === null) return this.#withoutHub(session, request);
      if (answer.leaves) {
        left = answer.exitId;
        continue;
      }
      const exit = this.#exitOf(answer, session, request);
      if (exit) return exit;
      if (request.strict) return refusals.strictRefusal;
      deadExitId = answer.exitId;
    }
    return { reason: "exitUnreachable", detail: "the session's exits are dead" };
  }

  /** What a session might get; `left` is the exit that it has just left, if there is another one. */
  #propose(session: Session, request: UsernameRequest, left: string | null): Way | Refused {
    const { subAccountId, mapKey, trial } = session;
    const fresh = { subAccountId, key: mapKey, startAt: 0 };
    if (left !== null) {
      const tried = new Set([...trial.tried, left]);
      const other = this.#pickMember(request, { ...trial, tried }, fresh);
      if (!("reason" in other)) return other;
    }
    return this.#pickMember(request, trial, fresh);
  }

  /** Without the hub: the last exit unless it is dead, else the one every gateway would choose. */
  #withoutHub(session: Session, request: UsernameRequest): Way | Refused {
    const { subAccountId, mapKey, trial } = session;
    const known = this.#held.last(mapKey);
    const exit = known && this.#exitOf(known, session, request);
    if (exit) return exit;
    if (!this.members.onlyOwn(trial)) {
      const member = this.#pickMember(request, trial, { subAccountId, key: mapKey, startAt: 0 });
      if ("reason" in member || member.member !== undefined) return member;
    }
    const among = { key: mapKey, avoid: this.#dead.of(subAccountId) };
    const choice = rendezvous(this.#options.snapshot.exits, request.filter, among);
    return "exit" in choice
      ? withPrefixAddress(choice.exit, mapKey)
      : refusals.refusalOf(choice, request);
  }

  #liveExit(exitId: string, holderId: string, trial: Trial): ExitFact | null {
    if (this.members.ownShare(trial) === null) return null;
    if (this.#dead.of(holderId).has(exitId)) return null;
    return this.#options.snapshot.exits.byId.get(exitId)?.exit ?? null;
  }
}

/** For whom a member is chosen: `key` is a sticky session's, null without one. */
interface Chooser {
  subAccountId: string;
  key: string | null;
  startAt: number;
}
