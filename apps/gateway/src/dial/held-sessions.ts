/** The hub's last answers about sticky sessions (spec/gateway#sessions). */
import type { Questions } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { changeAfterMs } from "@turnpike/rules/sticky-session.ts";
import type { Trial } from "./members.ts";

const maxSessions = 200_000;
const askTimeoutMs = 3_000;
/** A sub-account at its limit of sticky sessions skips the cache for this long. */
const fullMs = 60_000;
const maxFull = 20_000;

export type StickySession = Questions["hold"]["answer"];
type Question = Questions["hold"]["question"];
/**
 * A sticky session's owner (sub-account or whitelisted port) and key; `mapKey` combines both.
 * `trial`: the request that asks for its exit; `rotations`: the sub-account's count.
 */
export interface Session {
  subAccountId: string;
  key: string;
  mapKey: string;
  trial: Trial;
  rotations: number;
}
/** With how often its sub-account's sessions had left their exits on demand when it was asked. */
type KnownSession = StickySession & { rotations: number };

export class HeldSessions {
  #link: GatewayLink;
  #now: () => number;
  /** By sub-account or whitelisted port and session key, oldest first. */
  #sessions = new Map<string, KnownSession>();
  /** Sub-accounts whose new sessions evict older ones early, and until when this is assumed. */
  #full = new Map<string, number>();
  #asking = new Map<string, Promise<StickySession>>();

  constructor({ link, now }: { link: GatewayLink; now: () => number }) {
    this.#link = link;
    this.#now = now;
  }

  /** The cached session, if it is still valid and may not change now. */
  known(
    mapKey: string,
    { minutes, rotations }: { minutes: number; rotations: number },
  ): StickySession | null {
    const known = this.#sessions.get(mapKey);
    if (known?.rotations !== rotations) return null;
    const now = this.#now();
    return now < known.until && !mayChange(known, minutes, now) ? known : null;
  }

  /** The cached session, if it has not ended. */
  last(mapKey: string): StickySession | null {
    const known = this.#sessions.get(mapKey);
    return known !== undefined && this.#now() < known.until ? known : null;
  }

  /** Concurrent requests for the same session share one answer. */
  ask(
    mapKey: string,
    { rotations, ...question }: Question & { rotations: number },
  ): Promise<StickySession> {
    const { minutes, deadExitId, again } = question;
    const same = `${mapKey} ${minutes} ${deadExitId} ${rotations} ${again}`;
    let asking = this.#asking.get(same);
    if (asking === undefined) {
      asking = this.#link
        .ask("hold", question, askTimeoutMs)
        .then((answer) =>
          answer.leaves
            ? answer
            : this.#remember(mapKey, question.subAccountId, { ...answer, rotations }),
        )
        .finally(() => this.#asking.delete(same));
      this.#asking.set(same, asking);
    }
    return asking;
  }

  isFull(subAccountId: string): boolean {
    const until = this.#full.get(subAccountId);
    if (until === undefined) return false;
    if (this.#now() < until) return true;
    this.#full.delete(subAccountId);
    return false;
  }

  #remember(mapKey: string, subAccountId: string, answer: KnownSession): StickySession {
    if (answer.full) {
      if (this.#full.size >= maxFull) this.#full.clear();
      this.#full.set(subAccountId, this.#now() + fullMs);
    }
    this.#sessions.delete(mapKey);
    this.#sessions.set(mapKey, answer);
    if (this.#sessions.size > maxSessions) {
      const [oldest] = this.#sessions.keys();
      if (oldest !== undefined) this.#sessions.delete(oldest);
    }
    return answer;
  }
}

/** When it began; unaffected by changes of its duration, so that all gateways compute the same. */
export const beganAt = ({ until, minutes }: StickySession) => until - minutes * 60_000;

function mayChange(hold: StickySession, minutes: number, now: number): boolean {
  return minutes !== hold.minutes && now - hold.changedAt >= changeAfterMs;
}

/** By key and beginning. */
export const lostKey = (mapKey: string, held: StickySession) => `${mapKey} ${beganAt(held)}`;
