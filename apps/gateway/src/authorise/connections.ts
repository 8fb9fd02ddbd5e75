/** Open tunnels and requests by holder, so that changes can end them. */
import { type Entry, LinkedList } from "@turnpike/net/linked-list.ts";
import type { OpenCount } from "@turnpike/contract/data-plane.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import type { RefusedReason } from "@turnpike/rules/admission.ts";
import type { Grant } from "../link/grant.ts";
import { reasonToClose } from "./grant.ts";
import { isLeased, isUnlimited } from "../link/holder.ts";
import type { Destination } from "../link/blocked-targets.ts";
import type { ByteBudget } from "../meter/leased-budget.ts";
import type { Snapshot } from "../link/snapshot.ts";

/** What currently handles a connection: a tunnel, a request, or its protocol's handler. */
export interface ConnectionHandler {
  /** Ends it at once; bytes sent so far are recorded. */
  cut(why: RefusedReason): void;
  /**
   * Called twice a second; ends it if it is idle or stalled. `now` is `performance.now()`. `short`
   * means that connections are short and its account holds more than its share.
   */
  sweep?(now: number, short: boolean): void;
}

/** One tunnel or request, from its admission on. */
export class Connection {
  readonly grant: Grant;
  /** Its target, once known, with the addresses found for it. */
  destination: Destination | null = null;
  /** The target budget of its sub-account that it is charged to; null for none. */
  targetBudget: string | null = null;
  /** For a UDP association, which has many targets: all the target budgets it uses. */
  targetBudgets: Map<string, ByteBudget> | null = null;
  /** For which state of the target policies it was judged. */
  judgedFor = -1;
  /** Why the gateway ended it; null while it may stay open. */
  closedBecause: RefusedReason | null = null;
  handler: ConnectionHandler | null = null;
  /** Returns its log line while it is open, if one is due at `now` (`performance.now()`). */
  session: { openRow(now: number): RequestRow | null } | null = null;
  /** Its entry in the holder's list. */
  listEntry: Entry<Connection> | null = null;

  constructor(grant: Grant) {
    this.grant = grant;
  }

  cut(why: RefusedReason): void {
    if (this.closedBecause) return;
    this.closedBecause = why;
    this.handler?.cut(why);
  }
}

export class Connections {
  #byHolder = new Map<string, LinkedList<Connection>>();
  /** The number of connections of each account, over all its holders. */
  #byAccount = new Map<string, number>();
  #size = 0;
  /** Called before a connection is added while none is open. */
  onFirst = () => {};

  /** Iterates over all connections, grouped by holder. */
  *[Symbol.iterator](): Generator<Connection> {
    for (const list of this.#byHolder.values()) yield* list;
  }

  get size(): number {
    return this.#size;
  }

  count(holderId: string): number {
    return this.#byHolder.get(holderId)?.size ?? 0;
  }

  countOfAccount(accountId: string): number {
    return this.#byAccount.get(accountId) ?? 0;
  }

  /** The number of accounts with an open connection. */
  get accounts(): number {
    return this.#byAccount.size;
  }

  /** Each sub-account with an open connection, once. Products without leases are left out. */
  open(): OpenCount[] {
    const counts: OpenCount[] = [];
    for (const [subAccountId, list] of this.#byHolder) {
      const first = list.oldest;
      if (first === undefined || !isLeased(first.grant.product)) continue;
      const { accountId } = first.grant;
      counts.push({ accountId, subAccountId, connections: list.size });
    }
    return counts;
  }

  /** Each port of an unlimited plan with an open connection, with their number. */
  openPorts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const [portId, list] of this.#byHolder) {
      const first = list.oldest;
      if (first !== undefined && isUnlimited(first.grant.product)) counts.set(portId, list.size);
    }
    return counts;
  }

  add(connection: Connection): void {
    if (this.#size === 0) this.onFirst();
    const id = connection.grant.holderId;
    let list = this.#byHolder.get(id);
    if (list === undefined) {
      list = new LinkedList();
      this.#byHolder.set(id, list);
    }
    connection.listEntry = list.add(connection);
    const { accountId } = connection.grant;
    this.#byAccount.set(accountId, this.countOfAccount(accountId) + 1);
    this.#size += 1;
  }

  remove(connection: Connection): void {
    const { holderId: id, accountId } = connection.grant;
    const list = this.#byHolder.get(id);
    if (!list || connection.listEntry === null || !list.remove(connection.listEntry)) return;
    connection.listEntry = null;
    this.#size -= 1;
    const left = this.countOfAccount(accountId) - 1;
    if (left > 0) this.#byAccount.set(accountId, left);
    else this.#byAccount.delete(accountId);
    if (list.size === 0) this.#byHolder.delete(id);
  }

  cut(holderId: string, why: RefusedReason): void {
    for (const connection of this.#byHolder.get(holderId) ?? []) connection.cut(why);
  }

  /** Cuts connections that are charged to one of the holder's target budgets. */
  cutTarget(holderId: string, target: string, why: RefusedReason): void {
    for (const connection of this.#byHolder.get(holderId) ?? []) {
      if (connection.targetBudget === target || connection.targetBudgets?.has(target))
        connection.cut(why);
    }
  }

  /** Cuts all connections, or those whose grant matches. */
  cutAll(why: RefusedReason, of: (grant: Grant) => boolean = () => true): void {
    for (const list of this.#byHolder.values()) {
      for (const connection of list) if (of(connection.grant)) connection.cut(why);
    }
  }

  /** Ends idle and stalled connections, sooner for accounts that hold too many. */
  sweep(now: number, holdsTooMany: (accountId: string) => boolean = () => false): void {
    for (const list of this.#byHolder.values()) {
      const first = list.oldest;
      const short = first !== undefined && holdsTooMany(first.grant.accountId);
      for (const connection of list) connection.handler?.sweep?.(now, short);
    }
  }

  /** Ends every connection that lost its right; `now` is the product's clock. */
  judge(snapshot: Snapshot, now: number): void {
    for (const list of this.#byHolder.values()) {
      for (const connection of list) {
        const lost = reasonToClose(connection, snapshot, now);
        if (lost) connection.cut(lost);
      }
    }
  }
}
