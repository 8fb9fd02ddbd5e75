/**
 * Compares passwords with verifiers (spec/gateway#verifiers). A slow verifier is computed once, in
 * the thread pool; then it is known which credentials it stands for, and comparing costs nothing.
 *
 *     fast verifier, or known ─▶ yes or no at once
 *     unknown ─▶ waits for its account's turn ─▶ scrypt ─▶ known
 */
import { scrypt, timingSafeEqual } from "node:crypto";
import { FairQueue } from "@turnpike/net/fair-queue.ts";
import {
  isFastVerifier,
  readSlowVerifier,
  slowCost,
  slowHashBytes,
} from "@turnpike/rules/proxy-verifier.ts";
import { TwoGenerationCache } from "../lib/two-generation-cache.ts";
import type { Credentials } from "./credentials.ts";

/** The most verifiers that wait, in all and of one account. */
const maxWaiting = 20_000;
const maxOfAccount = 512;
/** The most verifiers whose credentials are known. */
const maxKnown = 32_768;
const maxWrong = 16_384;

/** A comparison that waits. */
interface Check {
  accountId: string;
  verifier: string;
  credentials: Credentials;
  done: () => void;
}
type Comparison = "yes" | "no" | "unknown";

export class Passwords {
  /** The tag of the right credentials, by slow verifier. */
  #right = new TwoGenerationCache<string>(maxKnown);
  /** Slow verifiers and tags that do not belong together. */
  #wrong = new TwoGenerationCache<true>(maxWrong);
  #pending = new Map<string, Promise<void>>();
  #queue: FairQueue<Check>;
  /** Called with each slow verifier whose credentials this worker has found. */
  onKnown: ((verifier: string, tag: string) => void) | null = null;

  /** `atOnce`: how many are computed at a time; the thread pool has other work too. */
  constructor(atOnce = 2) {
    this.#queue = new FairQueue([atOnce], maxOfAccount);
  }

  /** Slow verifiers and the tags of their credentials, as found by this worker and others. */
  known(): [string, string][] {
    return [...new Map(this.#right.entries())];
  }

  /** Takes what another worker has found. */
  learn(known: [verifier: string, tag: string][]): void {
    for (const [verifier, tag] of known) this.#right.set(verifier, tag);
  }

  /** Compares at once if that is possible; in constant time, also for an unknown name. */
  compare(login: { verifier: string } | null, credentials: Credentials): Comparison {
    const verifier = login?.verifier ?? noVerifier;
    if (isFastVerifier(verifier)) {
      if (credentials.provenBy === verifier) return "yes";
      const expected = bytesOf(verifier);
      const { verifier: given } = credentials;
      const same = expected.length === given.length && timingSafeEqual(expected, given);
      if (!same || login === null) return "no";
      credentials.provenBy = verifier;
      return "yes";
    }
    const right = this.#right.get(verifier);
    if (right !== undefined) return right === credentials.tag ? "yes" : "no";
    return this.#wrong.get(keyOf(verifier, credentials)) ? "no" : "unknown";
  }

  /**
   * Resolves when `compare` knows the answer; null if too many wait. Accounts take turns, so that
   * whoever tries the passwords of one delays no other.
   */
  check(accountId: string, verifier: string, credentials: Credentials): Promise<void> | null {
    const key = keyOf(verifier, credentials);
    const known = this.#pending.get(key);
    if (known !== undefined) return known;
    if (this.#pending.size >= maxWaiting) return null;
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = () => {
      this.#pending.delete(key);
      resolve();
    };
    if (!this.#queue.push([accountId], { accountId, verifier, credentials, done })) return null;
    this.#pending.set(key, promise);
    this.#next();
    return promise;
  }

  #next(): void {
    for (let check = this.#queue.next(); check !== null; check = this.#queue.next())
      this.#begin(check);
  }

  #begin(check: Check): void {
    const { accountId, verifier, credentials, done } = check;
    this.#queue.enter([accountId]);
    slowHash(check, (equal) => {
      this.#queue.exit([accountId]);
      if (equal) {
        this.#right.set(verifier, credentials.tag);
        this.onKnown?.(verifier, credentials.tag);
      } else this.#wrong.set(keyOf(verifier, credentials), true);
      done();
      this.#next();
    });
  }
}

/** Computes whether the credentials belong to a slow verifier; false for one of an unknown form. */
function slowHash({ verifier, credentials }: Check, then: (equal: boolean) => void): void {
  const read = readSlowVerifier(verifier);
  if (read === null) return void setImmediate(() => then(false));
  const salt = Buffer.from(read.salt, "base64url");
  const expected = Buffer.from(read.hash, "base64url");
  scrypt(credentials.verifier, salt, slowHashBytes, slowCost, (error, hash) =>
    then(error === null && timingSafeEqual(hash, expected)),
  );
}

const keyOf = (verifier: string, { tag }: Credentials) => `${verifier} ${tag}`;

/** Compared for an unknown name. */
const noVerifier = "0".repeat(64);
const fast = new TwoGenerationCache<Buffer>(16_384);

function bytesOf(verifier: string): Buffer {
  let bytes = fast.get(verifier);
  if (bytes === undefined) {
    bytes = Buffer.from(verifier, "hex");
    fast.set(verifier, bytes);
  }
  return bytes;
}
