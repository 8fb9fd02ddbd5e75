/** Counts failed logins by key, and remembers which passwords they tried. Bounded in size. */
import {
  blockMs,
  countFailure,
  type FailedTries,
  isBlocked,
  triesExpired,
} from "@turnpike/rules/admission.ts";

const maxKeys = 50_000;
/** Deleting the first keys of a Map one at a time is slow, so many are deleted at once. */
const forgetEvery = 1_024;
/** The most passwords that are remembered of one key, the latest ones. */
const maxTags = 32;

interface Tries extends FailedTries {
  /** The tags of the passwords that were counted (`Credentials.tag`). */
  tags: readonly string[];
}
const noTags: readonly string[] = [];

/**
 * Failures by key. Blocked keys have their own map, so that keys with a single failure cannot evict
 * them.
 */
export class FailureCounts {
  #max: number;
  #counted = 0;
  #counting = new Map<string, Tries>();
  #blocked = new Map<string, Tries>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Whether nothing is blocked. */
  get isEmpty(): boolean {
    return this.#blocked.size === 0;
  }

  isBlocked(key: string, now: number): boolean {
    return isBlocked(this.#blocked.get(key) ?? null, now, this.#max);
  }

  /** Whether a password was counted as wrong and is still remembered. */
  has(key: string, tag: string, now: number): boolean {
    const tries = this.#blocked.get(key) ?? this.#counting.get(key);
    return tries?.tags.includes(tag) === true && !triesExpired(tries, now, this.#max);
  }

  /** Counts a failure. The same tag of a key counts once; returns whether it was counted. */
  count(key: string, now: number, tag: string | null = null): boolean {
    if (tag !== null && this.has(key, tag, now)) return false;
    const before = this.#blocked.get(key) ?? this.#counting.get(key) ?? null;
    const kept = before === null || triesExpired(before, now, this.#max) ? noTags : before.tags;
    const tags = tag === null ? noTags : [...kept.slice(1 - maxTags), tag];
    const tries = { ...countFailure(before, now, { max: this.#max }), tags };
    const table = tries.failures >= this.#max ? this.#blocked : this.#counting;
    // Keeps the oldest key first: a Map iterates in the order in which keys were set.
    this.#counting.delete(key);
    this.#blocked.delete(key);
    table.set(key, tries);
    this.#counted += 1;
    if (this.#counted % forgetEvery === 0) {
      this.#expire(this.#counting, now);
      this.#expire(this.#blocked, now);
    }
    return true;
  }

  /** The number of keys that are blocked. */
  blocked(now: number): number {
    for (const [key, tries] of this.#blocked) {
      if (now - tries.lastAt >= blockMs) this.#blocked.delete(key);
    }
    return this.#blocked.size;
  }

  #expire(table: Map<string, Tries>, now: number): void {
    for (const [key, tries] of table) {
      const old = triesExpired(tries, now, this.#max) || now - tries.lastAt > blockMs;
      if (!old && table.size <= maxKeys) return;
      table.delete(key);
    }
  }
}
