/**
 * Sends a queue's items to the hub. Those that it refuses while it accepts others are handed to it to
 * be kept for the operator (spec/operator#set-aside), so that they do not hold up the others:
 *
 *     items ─▶ hub ─▶ accepted
 *               └─▶ refused for seconds, but it answers otherwise ─▶ halves … ─▶ one item, set aside
 */
import type { SetAsideItem, SetAsideKind } from "@turnpike/contract/set-aside.ts";
import { giveSplit, type RefusedItem } from "@turnpike/link/give-split.ts";
import { type GatewayLink, LinkDown } from "@turnpike/link/link.ts";
import type { Log } from "../lib/log.ts";

/** A refusal may be about a busy hub: items are judged one by one only if it persists. */
const patienceMs = 5_000;
const itemsPerQuestion = 100;
const askTimeoutMs = 10_000;

type Give<T> = (items: T[]) => Promise<unknown>;

export interface SplitSenderOptions<T> {
  kind: SetAsideKind;
  link: Pick<GatewayLink, "ask">;
  log: Log;
  /** Names an item among its kind. */
  nameOf: (item: T) => string;
  /** Resolves if the hub accepts this kind of question at present. */
  probe: () => Promise<unknown>;
  /** What is done with refused items, if they are not simply handed to the hub. */
  keep?: (refused: RefusedItem<T>[]) => void;
}

export class SplitSender<T> {
  #options: SplitSenderOptions<T>;
  /** Since when the hub has refused everything; null if it accepted the last batch. */
  #refusingSince: number | null = null;

  constructor(options: SplitSenderOptions<T>) {
    this.#options = options;
  }

  /**
   * Sends items by `give`; returns those that were set aside. `first` sends all of them in another
   * way, if there is a faster one: then they are read only if they are refused.
   * @throws Error if the hub is away or accepts nothing at present: all are to be sent again
   */
  async send(
    items: T[] | (() => T[]),
    give: Give<T>,
    first: () => Promise<unknown> = () => give(typeof items === "function" ? items() : items),
  ): Promise<T[]> {
    try {
      await first();
      this.#refusingSince = null;
      return [];
    } catch (error) {
      if (error instanceof LinkDown) this.#refusingSince = null;
      else if (this.#hasPersisted()) {
        return await this.#split(typeof items === "function" ? items() : items, give);
      }
      throw error;
    }
  }

  #hasPersisted(): boolean {
    const now = performance.now();
    this.#refusingSince ??= now;
    return now - this.#refusingSince >= patienceMs;
  }

  async #split(items: T[], give: Give<T>): Promise<T[]> {
    const refused = await giveSplit(items, {
      give,
      isRefusal: async (error) => {
        if (error instanceof LinkDown) return false;
        await this.#options.probe();
        return true;
      },
    });
    this.#refusingSince = null;
    if (refused.length > 0) await this.#setAside(refused);
    return refused.map(({ item }) => item);
  }

  async #setAside(refused: RefusedItem<T>[]): Promise<void> {
    const { kind, link, log, nameOf, keep } = this.#options;
    const [{ item, why } = { item: null, why: "" }] = refused;
    const fields = { kind, count: refused.length, name: item && nameOf(item), error: why };
    log.warn(fields, "refused by the hub while it accepts others: set aside");
    if (keep) return keep(refused);
    const items = refused.map((each) => {
      return { kind, name: nameOf(each.item), item: each.item, why: each.why, at: 0 };
    });
    await handOver(link, items).catch((error: unknown) => {
      log.debug({ kind, error: String(error) }, "the hub does not keep what it refused");
    });
  }
}

/**
 * Hands refused items to the hub; returns false if it is of a version that does not keep them.
 * @throws Error if the hub is away or cannot store them
 */
export async function handOver(
  link: Pick<GatewayLink, "ask">,
  items: SetAsideItem[],
): Promise<boolean> {
  for (let from = 0; from < items.length; from += itemsPerQuestion) {
    const part = items.slice(from, from + itemsPerQuestion);
    const answer = await link.ask("aside", { asides: [], items: part }, askTimeoutMs);
    if (answer.items === undefined) return false;
  }
  return true;
}

/** Resolves if the hub and its database work: it has nothing to keep. */
export const probeBy = (link: Pick<GatewayLink, "ask">) => () =>
  link.ask("aside", { asides: [], items: [] }, askTimeoutMs);
