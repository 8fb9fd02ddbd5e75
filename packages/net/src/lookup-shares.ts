/**
 * Decides which look-ups may run now and which wait. An account has a share of the concurrent
 * look-ups, each of its sub-accounts half of that; beyond it they wait, each sub-account in its own
 * queue.
 */

export interface Asker {
  account: string;
  /** What the traffic is for: a sub-account, a static IP, a port. */
  subAccount: string;
}
interface SubAccount<Q> {
  running: number;
  queue: Set<Q>;
}
interface Account<Q, R> {
  /** Oldest first. */
  running: Set<R>;
  /** The sub-account whose turn is next comes first. */
  subAccounts: Map<string, SubAccount<Q>>;
  waiting: number;
}

/** `Q`: a look-up that waits; `R`: one that runs. */
export class LookupShares<Q, R> {
  #most: number;
  #maxPerAccount: number;
  #maxPerSubAccount: number;
  #maxWaiting: number;
  #accounts = new Map<string, Account<Q, R>>();
  /** Accounts with queued look-ups; the one whose turn is next comes first. */
  #inQueue = new Set<string>();
  running = 0;
  waiting = 0;

  constructor(limits: { running: number; accountShare: number; queue: number }) {
    this.#most = limits.running;
    this.#maxPerAccount = Math.max(2, Math.floor(limits.running * limits.accountShare));
    this.#maxPerSubAccount = Math.max(1, Math.floor(this.#maxPerAccount / 2));
    this.#maxWaiting = limits.queue;
  }

  /** Whether there is room in total and in the asker's share. */
  mayRun(asker: Asker): boolean {
    return this.running < this.#most && this.#isWithin(asker);
  }

  add(asker: Asker, running: R): void {
    const { account, subAccount } = this.#getOrCreate(asker);
    this.running += 1;
    account.running.add(running);
    subAccount.running += 1;
  }

  remove(asker: Asker, running: R): void {
    const { account, subAccount } = this.#getOrCreate(asker);
    this.running -= 1;
    account.running.delete(running);
    subAccount.running -= 1;
    this.#forget(asker);
  }

  /** Queues a look-up behind others of its sub-account; false if too many wait already. */
  queue(asker: Asker, queued: Q): boolean {
    const { account, subAccount } = this.#getOrCreate(asker);
    if (subAccount.queue.size >= this.#maxWaiting) return false;
    subAccount.queue.add(queued);
    account.waiting += 1;
    this.waiting += 1;
    this.#inQueue.add(asker.account);
    return true;
  }

  leaveQueue(asker: Asker, queued: Q): void {
    const { account, subAccount } = this.#getOrCreate(asker);
    if (subAccount.queue.delete(queued)) {
      account.waiting -= 1;
      this.waiting -= 1;
      if (account.waiting === 0) this.#inQueue.delete(asker.account);
    }
    this.#forget(asker);
  }

  /** Dequeues the next look-up that may run: accounts take turns, and so do their sub-accounts. */
  next(): Q | null {
    if (this.running >= this.#most) return null;
    for (const name of this.#inQueue) {
      const account = this.#accounts.get(name);
      if (account === undefined || account.running.size >= this.#maxPerAccount) continue;
      for (const [subName, subAccount] of account.subAccounts) {
        const [queued] = subAccount.queue;
        if (queued === undefined || subAccount.running >= this.#maxPerSubAccount) continue;
        account.subAccounts.delete(subName);
        account.subAccounts.set(subName, subAccount);
        this.#inQueue.delete(name);
        this.#inQueue.add(name);
        this.leaveQueue({ account: name, subAccount: subName }, queued);
        return queued;
      }
    }
    return null;
  }

  /**
   * With no room left: the oldest look-up of the account that runs the most. Null if that account
   * runs hardly more than the asker's, or if the asker's own share is used up.
   */
  toEvict(asker: Asker): R | null {
    if (this.running < this.#most || !this.#isWithin(asker)) return null;
    const own = this.#accounts.get(asker.account)?.running.size ?? 0;
    let most: Account<Q, R> | null = null;
    for (const account of this.#accounts.values()) {
      if (most === null || account.running.size > most.running.size) most = account;
    }
    if (most === null || most.running.size <= own + 1) return null;
    const [oldest] = most.running;
    return oldest ?? null;
  }

  #isWithin(asker: Asker): boolean {
    const account = this.#accounts.get(asker.account);
    if (account === undefined) return true;
    const running = account.subAccounts.get(asker.subAccount)?.running ?? 0;
    return account.running.size < this.#maxPerAccount && running < this.#maxPerSubAccount;
  }

  #getOrCreate(asker: Asker): { account: Account<Q, R>; subAccount: SubAccount<Q> } {
    let account = this.#accounts.get(asker.account);
    if (account === undefined) {
      account = { running: new Set(), subAccounts: new Map(), waiting: 0 };
      this.#accounts.set(asker.account, account);
    }
    let subAccount = account.subAccounts.get(asker.subAccount);
    if (subAccount === undefined) {
      subAccount = { running: 0, queue: new Set() };
      account.subAccounts.set(asker.subAccount, subAccount);
    }
    return { account, subAccount };
  }

  /** Drops askers without running or waiting look-ups, to free memory. */
  #forget({ account: name, subAccount: subName }: Asker): void {
    const account = this.#accounts.get(name);
    const subAccount = account?.subAccounts.get(subName);
    if (account === undefined || subAccount === undefined) return;
    if (subAccount.running > 0 || subAccount.queue.size > 0) return;
    account.subAccounts.delete(subName);
    if (account.subAccounts.size === 0) this.#accounts.delete(name);
  }
}
