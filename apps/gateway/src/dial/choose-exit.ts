/**
 * Chooses a connection's exit: any that fits, or the one of its sticky session
 * (spec/gateway#sessions).
 */
import type { ExitFact, Product, Questions } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import { chooseExit, rendezvous } from "@turnpike/rules/exit-choice.ts";
import { changeAfterMs } from "@turnpike/rules/sticky-session.ts";
import { filterKey, type UsernameRequest } from "@turnpike/rules/username.ts";
import type { Grant } from "../authorise/grant.ts";
import { isUnlimited, portSession } from "../link/holder.ts";
import { noExitRefusal } from "../parse/refused.ts";
import type { Snapshot } from "../link/snapshot.ts";
import type { MaybePromise } from "../lib/maybe-promise.ts";
import { DeadExits } from "./dead-exits.ts";
import { OtherNodes } from "./other-nodes.ts";
import { withPrefixAddress } from "./prefix-address.ts";
import { Rotations } from "./rotation.ts";
import { type Seen, Witnesses } from "./witnesses.ts";

const maxSessions = 200_000;
const maxTries = 3;
const askTimeoutMs = 3_000;
/** A sub-account at its limit of sticky sessions skips the cache for this long. */
const fullMs = 60_000;
const maxFull = 20_000;

type StickySession = Questions["hold"]["answer"];

export interface ExitChooserOptions {
  link: GatewayLink;
  snapshot: Snapshot;
  /** The product's clock, milliseconds since 1970. */
  now: () => number;
  random: () => number;
}

export class ExitChooser {
  #options: ExitChooserOptions;
  #rotations: Rotations;
  #otherNodes: OtherNodes;
  /** The hub's last answers by sub-account or whitelisted port and session key, oldest first. */
  #stickySessions = new Map<string, StickySession>();
  /** Sub-accounts whose new sessions evict older ones early, and until when this is assumed. */
  #full = new Map<string, number>();
  #asking = new Map<string, Promise<StickySession>>();
  #dead = new DeadExits();
  #witnesses = new Witnesses();

  constructor(options: ExitChooserOptions) {
    this.#options = options;
    this.#rotations = new Rotations(options);
    this.#otherNodes = new OtherNodes(options.link);
  }

  /**
   * Like `#pick`, but does not report a place as wrong if another node has exits there. Without a
   * session, `tried` exits are avoided.
   */
  pick(
    grant: Grant,
    request: UsernameRequest,
    tried: ReadonlySet<string> | null = null,
  ): MaybePromise<ExitFact | Refused> {
    const judged = (picked: ExitFact | Refused): MaybePromise<ExitFact | Refused> =>
      "reason" in picked && picked.reason === "badParameters"
        ? this.#otherNodes.correctRefusal(picked, request.filter)
        : picked;
    const picked = this.#pick(grant, request, tried);
    return picked instanceof Promise ? picked.then(judged) : judged(picked);
  }

  /**
   * Picks the exit for this connection: the grant's only exit, the current exit of an unlimited
   * plan's port, or one of the pool. Asks the hub if the sticky session is not known here. All
   * clients of a whitelisted port share one session and therefore its exit.
   */
  #pick(
    grant: Grant,
    request: UsernameRequest,
    tried: ReadonlySet<string> | null,
  ): MaybePromise<ExitFact | Refused> {
    const { exitId, product } = grant;
    if (exitId !== null) return this.#fixedExit(exitId, product) ?? exitDeleted;
    const subAccountId = sessionOwnerOf(grant);
    const dead = this.#dead.of(subAccountId);
    if (isUnlimited(product)) return this.#rotations.pick(subAccountId, dead);
    if (request.sid === null) {
      const exit = this.#pickFromPool(
        request,
        tried === null ? dead : new Set([...dead, ...tried]),
      );
      return "reason" in exit ? exit : withPrefixAddress(exit, null);
    }
    const key = `${filterKey(request.filter)}|${request.sid}`;
    const session = { subAccountId, key, mapKey: `${subAccountId} ${key}` };
    if (this.#isFull(subAccountId)) return this.#askForSession(session, request);
    return this.#liveSessionExit(session, request) ?? this.#askForSession(session, request);
  }

  /** Avoids a failed exit for a while, for one holder's connections or for everybody's. */
  markFailed(
    exitId: string,
    failure: "surely" | "perhaps" | "login",
    { holder, ...by }: Seen & { holder: string },
  ): void {
    const isForAll =
      failure === "surely" ||
      (failure === "login" && this.#witnesses.note(exitId, by, performance.now()));
    this.#dead.add(exitId, isForAll ? null : holder);
  }

  #fixedExit(exitId: string, product: Product): ExitFact | undefined {
    const { snapshot } = this.#options;
    if (product === "ip") return snapshot.exits.byId.get(exitId)?.exit;
    return snapshot.staticExits().get(exitId);
  }

  #pickFromPool(request: UsernameRequest, avoid: ReadonlySet<string>): ExitFact | Refused {
    const { snapshot, random } = this.#options;
    const choice = chooseExit(snapshot.exits, request.filter, { random: random(), avoid });
    return "exit" in choice ? choice.exit : refusalOf(choice, request);
  }

  /** The cached session, if it is still valid and may not change now. */
  #knownSession(mapKey: string, { minutes }: UsernameRequest): StickySession | null {
    const known = this.#stickySessions.get(mapKey);
    if (known === undefined) return null;
    const now = this.#options.now();
    return now < known.until && !mayChange(known, minutes, now) ? known : null;
  }

  /** The exit of a cached session, unless it is dead. */
  #liveSessionExit(key: StickySessionKey, request: UsernameRequest): ExitFact | null {
    const known = this.#knownSession(key.mapKey, request);
    return known && this.#exitOf(known, key);
  }

  /** A session's exit, unless it is dead. For a prefix: the session's own address within it. */
  #exitOf(held: StickySession, { subAccountId, mapKey }: StickySessionKey): ExitFact | null {
    const exit = this.#liveExit(held.exitId, subAccountId);
    // Unaffected by changes of the duration, so that all gateways compute the same address.
    const beganAt = held.until - held.minutes * 60_000;
    return exit && withPrefixAddress(exit, `${mapKey} ${beganAt}`);
  }

  async #askForSession(
    session: StickySessionKey,
    request: UsernameRequest,
  ): Promise<ExitFact | Refused> {
    const { subAccountId, key, mapKey } = session;
    // Either the cached session is unusable, or `#isFull` skipped the cache: its exit may be dead.
    const known = this.#knownSession(mapKey, request)?.exitId ?? null;
    let deadExitId = known && this.#liveExit(known, subAccountId) ? null : known;
    if (deadExitId !== null && request.strict) return strictRefusal;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const proposed = this.#pickFromPool(request, this.#dead.of(subAccountId));
      if ("reason" in proposed) return proposed;
      const question = {
        subAccountId,
        key,
        minutes: request.minutes,
        proposedExitId: proposed.id,
        deadExitId,
      };
      const answer = await this.#ask(mapKey, question).catch(() => null);
      if (answer === null) return this.#withoutHub(session, request);
      const exit = this.#exitOf(answer, session);
      if (exit) return exit;
      if (request.strict) return strictRefusal;
      deadExitId = answer.exitId;
    }
    return { reason: "exitUnreachable", detail: "the session's exits are dead" };
  }

  /** Without the hub: the last exit unless it is dead, else the one every gateway would choose. */
  #withoutHub(session: StickySessionKey, request: UsernameRequest): ExitFact | Refused {
    const { subAccountId, mapKey } = session;
    const known = this.#stickySessions.get(mapKey);
    const holds = known !== undefined && this.#options.now() < known.until;
    const exit = holds ? this.#exitOf(known, session) : null;
    if (exit) return exit;
    const among = { key: mapKey, avoid: this.#dead.of(subAccountId) };
    const choice = rendezvous(this.#options.snapshot.exits, request.filter, among);
    return "exit" in choice ? withPrefixAddress(choice.exit, mapKey) : refusalOf(choice, request);
  }

  /** Concurrent requests for the same session share one answer. */
  #ask(mapKey: string, question: Questions["hold"]["question"]): Promise<StickySession> {
    const same = `${mapKey} ${question.minutes} ${question.deadExitId}`;
    let asking = this.#asking.get(same);
    if (asking === undefined) {
      asking = this.#options.link
        .ask("hold", question, askTimeoutMs)
        .then((answer) => this.#remember(mapKey, question.subAccountId, answer))
        .finally(() => this.#asking.delete(same));
      this.#asking.set(same, asking);
    }
    return asking;
  }

  #isFull(subAccountId: string): boolean {
    const until = this.#full.get(subAccountId);
    if (until === undefined) return false;
    if (this.#options.now() < until) return true;
    this.#full.delete(subAccountId);
    return false;
  }

  #remember(mapKey: string, subAccountId: string, answer: StickySession): StickySession {
    if (answer.full) {
      if (this.#full.size >= maxFull) this.#full.clear();
      this.#full.set(subAccountId, this.#options.now() + fullMs);
    }
    this.#stickySessions.delete(mapKey);
    this.#stickySessions.set(mapKey, answer);
    if (this.#stickySessions.size > maxSessions) {
      const [oldest] = this.#stickySessions.keys();
      if (oldest !== undefined) this.#stickySessions.delete(oldest);
    }
    return answer;
  }

  #liveExit(exitId: string, holderId: string): ExitFact | null {
    if (this.#dead.of(holderId).has(exitId)) return null;
    return this.#options.snapshot.exits.byId.get(exitId)?.exit ?? null;
  }
}

/** A sticky session's owner (sub-account or whitelisted port) and key; `mapKey` combines both. */
interface StickySessionKey {
  subAccountId: string;
  key: string;
  mapKey: string;
}

/** The owner of a connection's sticky sessions and dead exits: whitelisted port or holder. */
export function sessionOwnerOf({ holderId, whitelistedPortId }: Grant): string {
  return whitelistedPortId ?? holderId;
}

const exitDeleted: Refused = { reason: "exitUnreachable", detail: "the exit was deleted" };
const strictRefusal: Refused = {
  reason: "exitUnreachable",
  detail: "the session's exit is dead and strict-1 asks for no other",
};

/** Clients of a whitelisted port sent no parameters that could be wrong: there is no exit now. */
function refusalOf(choice: Parameters<typeof noExitRefusal>[0], { sid }: UsernameRequest): Refused {
  const refused = noExitRefusal(choice);
  return sid === portSession ? { ...refused, reason: "noExit" } : refused;
}

function mayChange(hold: StickySession, minutes: number, now: number): boolean {
  return minutes !== hold.minutes && now - hold.changedAt >= changeAfterMs;
}
