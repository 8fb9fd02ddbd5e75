/** Which exit a connection takes: a fresh one, or the one that its session id holds (contract §13). */
import type { ExitFact, Questions } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import { chooseExit, rendezvous } from "@turnpike/rules/exit-choice.ts";
import { changeAfterMs } from "@turnpike/rules/session-hold.ts";
import { filterKey, type UsernameRequest } from "@turnpike/rules/username.ts";
import type { Grant } from "../holder.ts";
import { refusedExit } from "../parse/refused.ts";
import type { Snapshot } from "../snapshot.ts";
import type { Soon } from "../soon.ts";

/** A dead exit is left alone for so long. */
const deadMs = 30_000;
const mostHolds = 200_000;
const mostTries = 3;
const askTimeoutMs = 3_000;

type HoldAnswer = Questions["hold"]["answer"];

export interface ExitsOptions {
  link: GatewayLink;
  snapshot: Snapshot;
  /** The product's clock, milliseconds since 1970. */
  now: () => number;
  random: () => number;
}

export class Exits {
  #options: ExitsOptions;
  /** What the hub said last, by sub-account and key; the oldest stands first. */
  #holds = new Map<string, HoldAnswer>();
  #asking = new Map<string, Promise<HoldAnswer>>();
  /** Exit ids, and until when (machine's clock) they count as dead. */
  #dead = new Map<string, number>();
  #deadIds: ReadonlySet<string> = new Set();

  constructor(options: ExitsOptions) {
    this.#options = options;
  }

  /**
   * The exit for this connection: the only one that its right leaves by, or one of the pool. Asks
   * the hub where a session id's hold is not known here.
   */
  pick(grant: Grant, request: UsernameRequest): Soon<ExitFact | Refused> {
    const { holderId: subAccountId, exitId } = grant;
    if (exitId !== null) return this.#options.snapshot.staticExits().get(exitId) ?? exitGone;
    this.#forgetDead();
    if (request.sid === null) return this.#fresh(request);
    const key = `${filterKey(request.filter)}|${request.sid}`;
    const mapKey = `${subAccountId} ${key}`;
    return this.#standing(mapKey, request) ?? this.#held({ subAccountId, key, mapKey }, request);
  }

  /** It did not carry: others are taken for a while. */
  died(exitId: string): void {
    this.#dead.set(exitId, Date.now() + deadMs);
    this.#deadIds = new Set(this.#dead.keys());
  }

  #fresh({ filter }: UsernameRequest): ExitFact | Refused {
    const { snapshot, random } = this.#options;
    const choice = chooseExit(snapshot.exits, filter, { random: random(), avoid: this.#deadIds });
    return "exit" in choice ? choice.exit : refusedExit(choice);
  }

  /** The hold that is known here and may not change now. */
  #known(mapKey: string, { minutes }: UsernameRequest): HoldAnswer | null {
    const known = this.#holds.get(mapKey);
    if (known === undefined) return null;
    const now = this.#options.now();
    return now < known.until && !mayChange(known, minutes, now) ? known : null;
  }

  /** Its exit, if that lives. */
  #standing(mapKey: string, request: UsernameRequest): ExitFact | null {
    const known = this.#known(mapKey, request);
    return known && this.#living(known.exitId);
  }

  async #held(
    { subAccountId, key, mapKey }: { subAccountId: string; key: string; mapKey: string },
    request: UsernameRequest,
  ): Promise<ExitFact | Refused> {
    const { snapshot } = this.#options;
    let deadExitId = this.#known(mapKey, request)?.exitId ?? null;
    if (deadExitId !== null && request.strict) return strictRefusal;
    for (let tries = 0; tries < mostTries; tries += 1) {
      const proposed = this.#fresh(request);
      if ("reason" in proposed) return proposed;
      const question = {
        subAccountId,
        key,
        minutes: request.minutes,
        proposedExitId: proposed.id,
        deadExitId,
      };
      const answer = await this.#ask(mapKey, question).catch(() => null);
      if (answer === null) return this.#alone(mapKey, request);
      const exit = snapshot.exits.byId.get(answer.exitId)?.exit;
      if (exit && !this.#dead.has(exit.id)) return exit;
      if (request.strict) return strictRefusal;
      deadExitId = answer.exitId;
    }
    return { reason: "exitUnreachable", detail: "the session's exits are dead" };
  }

  /** The hub is away: the last exit if it lives, else one that every gateway would take. */
  #alone(mapKey: string, { filter }: UsernameRequest): ExitFact | Refused {
    const known = this.#holds.get(mapKey);
    const exit = known && this.#options.now() < known.until ? this.#living(known.exitId) : null;
    if (exit) return exit;
    const asked = { key: mapKey, avoid: this.#deadIds };
    const choice = rendezvous(this.#options.snapshot.exits, filter, asked);
    return "exit" in choice ? choice.exit : refusedExit(choice);
  }

  /** Connections that ask for the same at one time share one answer. */
  #ask(mapKey: string, question: Questions["hold"]["question"]): Promise<HoldAnswer> {
    const same = `${mapKey} ${question.minutes} ${question.deadExitId}`;
    let asking = this.#asking.get(same);
    if (asking === undefined) {
      asking = this.#options.link
        .ask("hold", question, askTimeoutMs)
        .then((answer) => this.#remember(mapKey, answer))
        .finally(() => this.#asking.delete(same));
      this.#asking.set(same, asking);
    }
    return asking;
  }

  #remember(mapKey: string, answer: HoldAnswer): HoldAnswer {
    this.#holds.delete(mapKey);
    this.#holds.set(mapKey, answer);
    if (this.#holds.size > mostHolds) {
      const [oldest] = this.#holds.keys();
      if (oldest !== undefined) this.#holds.delete(oldest);
    }
    return answer;
  }

  #living(exitId: string): ExitFact | null {
    if (this.#dead.has(exitId)) return null;
    return this.#options.snapshot.exits.byId.get(exitId)?.exit ?? null;
  }

  #forgetDead(): void {
    if (this.#dead.size === 0) return;
    const now = Date.now();
    for (const [id, until] of this.#dead) if (until <= now) this.#dead.delete(id);
    if (this.#dead.size !== this.#deadIds.size) this.#deadIds = new Set(this.#dead.keys());
  }
}

const exitGone: Refused = { reason: "exitUnreachable", detail: "the exit is no more" };
const strictRefusal: Refused = {
  reason: "exitUnreachable",
  detail: "the session's exit is dead and strict-1 asks for no other",
};

function mayChange(hold: HoldAnswer, minutes: number, now: number): boolean {
  return minutes !== hold.minutes && now - hold.changedAt >= changeAfterMs;
}
