/**
 * Shares live traffic between API processes: a stream at one process includes the gateways of all
 * others. Each second's sums are sent only while a client watches, and only for watched accounts.
 *
 *     watcher ─ "liveWatched" accounts, every 2 s ─▶ all others
 *     watcher ◀─ "live" account, sub-account, bytes a second, connections, every second ─ others
 */
import { inMemory } from "../../platform/in-memory.ts";
import type { Services } from "../../platform/services.ts";
import { type Load, liveLoad } from "./load.ts";

const watchEveryMs = 2_000;
/** Other processes stop sending this long after the last notice that an account is watched. */
const watchedForMs = 5_000;
const sendEveryMs = 1_000;
const maxAccounts = 5_000;

type LiveRow = [accountId: string, subAccountId: string, bytesPerSecond: number, open: number];

/** Accounts watched at this process, and accounts watched at others with their expiry. */
class LiveShare {
  #services: Services;
  #here = new Map<string, number>();
  #elsewhere = new Map<string, number>();
  #asking: NodeJS.Timeout | undefined;
  #sending: NodeJS.Timeout | undefined;

  constructor(services: Services) {
    this.#services = services;
    services.exchange.on("liveWatched", (body) => this.#wanted(body as { rows: string[] }));
    services.exchange.on("live", (body) => this.#came(body as { from: string; rows: LiveRow[] }));
  }

  /** Makes other processes send an account's load until `until` is aborted. */
  watch(accountId: string, until: AbortSignal): void {
    const { exchange } = this.#services;
    if (until.aborted) return;
    const watchers = this.#here.get(accountId) ?? 0;
    this.#here.set(accountId, watchers + 1);
    if (watchers === 0) void exchange.send("liveWatched", {}, [accountId]);
    const ask = () => void exchange.send("liveWatched", {}, [...this.#here.keys()]);
    this.#asking ??= setInterval(ask, watchEveryMs);
    until.addEventListener("abort", () => this.#leave(accountId), { once: true });
  }

  #leave(accountId: string): void {
    const left = (this.#here.get(accountId) ?? 0) - 1;
    if (left > 0) this.#here.set(accountId, left);
    else this.#here.delete(accountId);
    if (this.#here.size > 0) return;
    clearInterval(this.#asking);
    this.#asking = undefined;
  }

  #wanted({ rows }: { rows: string[] }): void {
    const until = performance.now() + watchedForMs;
    for (const accountId of rows.slice(0, maxAccounts)) this.#elsewhere.set(accountId, until);
    if (this.#sending !== undefined) return;
    // So that it arrives before the watcher's next event.
    this.#sending = setInterval(() => this.#send(), sendEveryMs);
    this.#send();
  }

  #send(): void {
    const now = performance.now();
    for (const [id, until] of this.#elsewhere) if (until < now) this.#elsewhere.delete(id);
    if (this.#elsewhere.size === 0) {
      clearInterval(this.#sending);
      this.#sending = undefined;
      return;
    }
    const rows: LiveRow[] = [];
    for (const accountId of this.#elsewhere.keys())
      for (const [id, load] of liveLoad(this.#services).localLoadsOf(accountId))
        rows.push([accountId, id, load.bytesPerSecond, load.connections]);
    if (rows.length > 0) void this.#services.exchange.send("live", {}, rows);
  }

  #came({ from, rows }: { from: string; rows: LiveRow[] }): void {
    const byAccount = Map.groupBy(rows, ([accountId]) => accountId);
    for (const [accountId, own] of byAccount) {
      // The account may be watched at another process only.
      if (!this.#here.has(accountId)) continue;
      const loads = own.map(([, id, bytesPerSecond, connections]): [string, Load] => {
        return [id, { bytesPerSecond, connections }];
      });
      liveLoad(this.#services).setRemoteLoads(from, accountId, new Map(loads));
    }
  }
}

/** This process's share; created at startup so that it can answer other processes. */
export const liveShare = inMemory((services: Services) => new LiveShare(services));
