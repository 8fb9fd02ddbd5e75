/** A page of resources for gateways: a row that cannot be read is left out, the rest is sent. */
import type { Fact } from "@turnpike/contract/data-plane.ts";
import { giveSplit, type RefusedItem } from "@turnpike/link/give-split.ts";
import type { Owned } from "@turnpike/rules/ownership.ts";
import { isUnreadable } from "./db/unavailable.ts";

export interface ResourcePage {
  facts: Owned<Fact>[];
  /** Ids of rows that cannot be read, such as one with a secret of another key. */
  unreadable: RefusedItem<string>[];
  /** The id of the last row if there may be more after it. */
  next: string | null;
}

/** Makes the page of at most `limit` rows, which are in order of their ids. */
export async function resourcePage<Row extends { id: string }>(
  rows: Row[],
  limit: number,
  factsOf: (rows: Row[]) => Owned<Fact>[] | Promise<Owned<Fact>[]>,
): Promise<ResourcePage> {
  const facts: Owned<Fact>[] = [];
  const give = async (some: Row[]) => void facts.push(...(await factsOf(some)));
  const refused = await giveSplit(rows, { give, isRefusal: isUnreadable });
  return {
    facts,
    unreadable: refused.map(({ item, why }) => ({ item: item.id, why })),
    next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
  };
}
