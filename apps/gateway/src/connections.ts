/** Who carries now: open tunnels and requests by sub-account, so that news can end them. */
import type { RefusedReason } from "@turnpike/rules/admission.ts";
import { hasExpired, type Snapshot } from "./snapshot.ts";

/** By what right a connection carries; judged again with each change. */
export interface Grant {
  subAccountId: string;
  accountId: string;
  /** The verifier that the password matched; null where a whitelist entry let it in. */
  verifier: string | null;
  whitelistId: string | null;
}
/** One tunnel or request, from its admission on. */
export class Connection {
  readonly grant: Grant;
  /** Why it was ended from here; null while it may carry. */
  cutBy: RefusedReason | null = null;
  /** Ends it at once; what was handed over by then is booked. */
  onCut: (why: RefusedReason) => void = () => {};
  /** Every second: ends it when nothing moves. `now` is `performance.now()`. */
  onSweep: (now: number) => void = () => {};

  constructor(grant: Grant) {
    this.grant = grant;
  }

  cut(why: RefusedReason): void {
    if (this.cutBy) return;
    this.cutBy = why;
    this.onCut(why);
  }
}

export class Connections {
  #bySubAccount = new Map<string, Set<Connection>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  count(subAccountId: string): number {
    return this.#bySubAccount.get(subAccountId)?.size ?? 0;
  }

  add(connection: Connection): void {
    const id = connection.grant.subAccountId;
    let set = this.#bySubAccount.get(id);
    if (set === undefined) {
      set = new Set();
      this.#bySubAccount.set(id, set);
    }
    set.add(connection);
    this.#size += 1;
  }

  remove(connection: Connection): void {
    const id = connection.grant.subAccountId;
    const set = this.#bySubAccount.get(id);
    if (!set?.delete(connection)) return;
    this.#size -= 1;
    if (set.size === 0) this.#bySubAccount.delete(id);
  }

  cut(subAccountId: string, why: RefusedReason): void {
    for (const connection of this.#bySubAccount.get(subAccountId) ?? []) connection.cut(why);
  }

  cutAll(why: RefusedReason): void {
    for (const id of this.#bySubAccount.keys()) this.cut(id, why);
  }

  sweep(now: number): void {
    for (const set of this.#bySubAccount.values()) {
      for (const connection of set) connection.onSweep(now);
    }
  }

  /** Judges every open connection by what is known now; `now` is the product's clock. */
  judge(snapshot: Snapshot, now: number): void {
    for (const set of this.#bySubAccount.values()) {
      for (const connection of set) {
        const lost = lostRight(connection.grant, snapshot, now);
        if (lost) connection.cut(lost);
      }
    }
  }
}

/** Why a grant holds no more; null while it holds. */
export function lostRight(grant: Grant, snapshot: Snapshot, now: number): RefusedReason | null {
  const subAccount = snapshot.subAccount(grant.subAccountId);
  if (!subAccount) return "credentials";
  if (!subAccount.enabled) return "accountDisabled";
  if (grant.verifier !== null) return grant.verifier === subAccount.verifier ? null : "credentials";
  const entry = grant.whitelistId === null ? null : snapshot.whitelistEntry(grant.whitelistId);
  const holds = entry && entry.subAccountId === subAccount.id && !hasExpired(entry, now);
  return holds ? null : "credentials";
}
