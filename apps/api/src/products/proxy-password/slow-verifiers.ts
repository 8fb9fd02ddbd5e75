/**
 * Gives holders their slow verifiers on the way to gateways (spec/gateway#verifiers).
 *
 *     a changed password ─▶ made at once, stored ─▶ sent
 *     many at once, or from before there were any ─▶ the fast one is sent ─▶ made in the background
 *                                                                         ─▶ a change of the holder
 */
import { createHmac, randomBytes, scrypt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fact, FactKind } from "@turnpike/contract/data-plane.ts";
import type { Owned } from "@turnpike/rules/ownership.ts";
import {
  slowCost,
  slowHashBytes,
  slowSaltBytes,
  slowVerifier,
} from "@turnpike/rules/proxy-verifier.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import { transaction } from "../../platform/db/database.ts";
import { inMemory } from "../../platform/in-memory.ts";
import type { Services } from "../../platform/services.ts";
import { keepSlowVerifiers, type SlowVerifier, slowVerifiersOf } from "./store.ts";

/** So many are made while a change or an answer waits; each takes about 2.5 ms of another thread. */
const maxAtOnce = 8;
/** The most holders that wait; further ones are found again when this many have been served. */
const maxWaiting = 10_000;
const batchSize = 20;
/** Between two in the background, which take at most half of one core. */
const restMs = 5;
const retryMs = 5_000;

/** A fact with its password in the form for gateways that know slow verifiers. */
export type WithSlowForm = Owned<Fact> & { slowForm?: { verifier: string; passwordId: string } };

/** A holder with a password. */
interface Holder {
  fact: Owned<Fact>;
  /** The row that it has its password from: itself, or its account's login of opened IPs. */
  id: string;
  accountId: string;
  verifier: string;
}

export class SlowVerifiers {
  #services: Services;
  #idKey: Buffer;
  #waiting = new Map<string, Holder>();
  /** Some did not fit into `waiting`. */
  #overflown = false;
  #working: Promise<void> | null = null;
  #stopped = new AbortController();
  #readAll: () => Promise<void> = async () => {};

  constructor(services: Services) {
    this.#services = services;
    this.#idKey = services.seal.derive("proxy password id");
  }

  /** `readAll` reads all facts through `prepare`. Until this is called, none is made later. */
  start(readAll: () => Promise<void>): void {
    this.#readAll = readAll;
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#working;
  }

  /** Adds the slow forms that are known. Without `now`, missing ones are made in the background. */
  async prepare(facts: Owned<Fact>[], { now }: { now: boolean }): Promise<WithSlowForm[]> {
    const holders = facts.flatMap(holderOf);
    if (holders.length === 0) return facts;
    const ids = [...new Set(holders.map(({ id }) => id))];
    const known = new Map<string, SlowVerifier>();
    const learn = (rows: SlowVerifier[]) => {
      for (const row of rows) known.set(row.holder_id, row);
    };
    learn(await slowVerifiersOf(this.#services.db, ids));
    const isKnown = ({ id, verifier }: Holder) => known.get(id)?.verifier === verifier;
    const missing = holders.filter((holder) => !isKnown(holder));
    if (now && missing.length <= maxAtOnce) learn(await this.#make(missing));
    else this.#makeLater(missing);
    const forms = new Map<Owned<Fact>, WithSlowForm>();
    for (const holder of holders) {
      const slow = isKnown(holder) ? known.get(holder.id)?.slow : undefined;
      const passwordId = this.#passwordId(holder.verifier);
      const slowForm = { verifier: slow ?? holder.verifier, passwordId };
      forms.set(holder.fact, { ...holder.fact, slowForm });
    }
    return facts.map((fact) => forms.get(fact) ?? fact);
  }

  /** Tells that a password is still the same, whichever form its verifier has. */
  #passwordId(verifier: string): string {
    return createHmac("sha256", this.#idKey).update(verifier).digest("base64url").slice(0, 22);
  }

  /** Makes and stores verifiers; the same password of several holders is hashed once. */
  async #make(holders: Holder[]): Promise<SlowVerifier[]> {
    if (holders.length === 0) return [];
    const verifiers = [...new Set(holders.map(({ verifier }) => verifier))];
    const slow = new Map<string, string>();
    for (const verifier of verifiers) slow.set(verifier, await makeSlowVerifier(verifier));
    const made = new Map(holders.map((holder) => [holder.id, rowOf(holder, slow)]));
    return keepSlowVerifiers(this.#services.db, [...made.values()]);
  }

  #makeLater(holders: Holder[]): void {
    for (const holder of holders) {
      if (this.#waiting.size < maxWaiting) this.#waiting.set(holder.fact.id, holder);
      else this.#overflown = true;
    }
    if (this.#waiting.size > 0) this.#working ??= this.#work();
  }

  async #work(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted && (this.#waiting.size > 0 || this.#overflown)) {
      try {
        await this.#workOnce(signal);
      } catch (error) {
        if (signal.aborted) break;
        this.#services.log.warn({ err: error }, "slow verifiers are made later");
        await rest(retryMs, signal);
      }
    }
    this.#working = null;
  }

  async #workOnce(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size === 0) {
      this.#overflown = false;
      return this.#readAll();
    }
    const batch = [...this.#waiting.values()].slice(0, batchSize);
    for (const holder of batch) {
      await this.#make([holder]);
      await rest(restMs, signal);
      if (signal.aborted) return;
    }
    for (const { fact } of batch) this.#waiting.delete(fact.id);
    const changed = batch.map(({ fact: { kind, id } }): { kind: FactKind; id: string } => ({
      kind,
      id,
    }));
    await transaction(this.#services.db, (tx) => recordChanges(tx, changed));
  }
}

/** The slow verifiers of an API process. */
export const slowVerifiers = inMemory((services: Services) => new SlowVerifiers(services));

/** Makes the slow verifier of a fast one, in the thread pool. */
export function makeSlowVerifier(fast: string): Promise<string> {
  const salt = randomBytes(slowSaltBytes);
  return new Promise((resolve, reject) => {
    scrypt(Buffer.from(fast, "hex"), salt, slowHashBytes, slowCost, (error, hash) => {
      if (error) reject(error);
      else resolve(slowVerifier(salt.toString("base64url"), hash.toString("base64url")));
    });
  });
}

function rowOf({ id, accountId, verifier }: Holder, slow: Map<string, string>): SlowVerifier {
  return { holder_id: id, account_id: accountId, verifier, slow: slow.get(verifier) ?? "" };
}

function holderOf(fact: Owned<Fact>): Holder[] {
  if (fact.kind === "openedIp") {
    const { accountId, login } = fact;
    return login === null ? [] : [{ fact, id: accountId, accountId, verifier: login.verifier }];
  }
  if (!("verifier" in fact)) return [];
  const { id, accountId, verifier } = fact;
  return [{ fact, id, accountId, verifier }];
}

const rest = (ms: number, signal: AbortSignal) =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
