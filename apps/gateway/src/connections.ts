/** Who carries now: open tunnels and requests by sub-account, so that news can end them. */
import type { OpenCount } from "@turnpike/contract/data-plane.ts";
import type { RefusedReason } from "@turnpike/rules/admission.ts";
import { refusedTarget, spentLimit } from "./owner-limits.ts";
import { hasExpired, type Snapshot } from "./snapshot.ts";

/** By what right a connection carries; judged again with each change. */
export interface Grant {
  subAccountId: string;
  accountId: string;
  /** The verifier that the password matched; null where a whitelist entry let it in. */
  verifier: string | null;
  whitelistId: string | null;
}

/** Who serves a connection at the moment. */
export interface Server {
  /** Ends it at once; what was handed over by then is booked. */
  cut(why: RefusedReason): void;
  /** Twice a second: ends it when nothing moves. `now` is `performance.now()`. */
  sweep?(now: number): void;
}

/** One tunnel or request, from its admission on. */
export class Connection {
  readonly grant: Grant;
  /** The target's host, once it is known. */
  host: string | null = null;
  /** Why it was ended from here; null while it may carry. */
  cutBy: RefusedReason | null = null;
  server: Server | null = null;

  constructor(grant: Grant) {
    this.grant = grant;
  }

  cut(why: RefusedReason): void {
    if (this.cutBy) return;
    this.cutBy = why;
    this.server?.cut(why);
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

  /** Every sub-account with an open connection, once. */
  open(): OpenCount[] {
    const counts: OpenCount[] = [];
    for (const [subAccountId, set] of this.#bySubAccount) {
      const [first] = set;
      if (first === undefined) continue;
      const { accountId } = first.grant;
      counts.push({ accountId, subAccountId, connections: set.size });
    }
    return counts;
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
      for (const connection of set) connection.server?.sweep?.(now);
    }
  }

  /** Judges every open connection by what is known now; `now` is the product's clock. */
  judge(snapshot: Snapshot, now: number): void {
    for (const set of this.#bySubAccount.values()) {
      for (const connection of set) {
        const lost = lostRight(connection, snapshot, now);
        if (lost) connection.cut(lost);
      }
    }
  }
}

/** Why a connection may carry no more; null while it may. */
export function lostRight(
  { grant, host }: Pick<Connection, "grant" | "host">,
  snapshot: Snapshot,
  now: number,
): RefusedReason | null {
  const subAccount = snapshot.subAccount(grant.subAccountId);
  if (!subAccount) return "credentials";
  if (!subAccount.enabled) return "accountDisabled";
  if (!rightHolds(grant, subAccount, snapshot, now)) return "credentials";
  return spentLimit(subAccount, now) ?? (host === null ? null : refusedTarget(subAccount, host));
}

function rightHolds(
  grant: Grant,
  subAccount: { id: string; verifier: string },
  snapshot: Snapshot,
  now: number,
): boolean {
  if (grant.verifier !== null) return grant.verifier === subAccount.verifier;
  const entry = grant.whitelistId === null ? null : snapshot.whitelistEntry(grant.whitelistId);
  return entry !== null && entry.subAccountId === subAccount.id && !hasExpired(entry, now);
}
