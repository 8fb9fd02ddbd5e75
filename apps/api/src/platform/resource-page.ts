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
  /** How many rows it had room for, if not for all that were read. */
  room?: number;
}

/** Of a page's rows in characters: 1,000 usual ones have a third of it, and a gateway takes 16 MiB. */
const maxPage = 1_000_000;

/** The first rows of a page, at least one: owners' lists of domains may be long. */
function firstOf<Row>(rows: Row[]): Row[] {
  let length = 0;
  const end = rows.findIndex((row, at) => {
    length += JSON.stringify(row).length;
    return at > 0 && length > maxPage;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/** Makes the page of at most `limit` rows, which are in order of their ids. */
export async function resourcePage<Row extends { id: string }>(
  all: Row[],
  limit: number,
  factsOf: (rows: Row[]) => Owned<Fact>[] | Promise<Owned<Fact>[]>,
): Promise<ResourcePage> {
  const rows = firstOf(all);
  const facts: Owned<Fact>[] = [];
  const give = async (some: Row[]) => void facts.push(...(await factsOf(some)));
  const refused = await giveSplit(rows, { give, isRefusal: isUnreadable });
  return {
    facts,
    unreadable: refused.map(({ item, why }) => ({ item: item.id, why })),
    next: all.length === limit || rows.length < all.length ? (rows.at(-1)?.id ?? null) : null,
    ...(rows.length < all.length ? { room: rows.length } : {}),
  };
}
