/** Lists that come page by page, as one async iterator. */

export interface Page<T> {
  items: T[];
  total: number;
  page: number;
  limit: number;
}
const mostAPage = 100;

/**
 * Every item, page after page, from `page` on. What the list gains meanwhile moves its items to
 * later pages: an id that stood on the page before is not told again.
 */
export async function* eachItem<T>(
  ask: (question: { page: number; limit: number }) => Promise<Page<T>>,
  from: { page?: number | undefined; limit?: number | undefined } = {},
): AsyncGenerator<T, void, undefined> {
  const { page: first = 1, limit = mostAPage } = from;
  let before = new Set<unknown>();
  for (let page = first; ; page += 1) {
    const answer = await ask({ page, limit });
    for (const item of answer.items) if (!before.has(idOf(item))) yield item;
    if (answer.items.length === 0 || page * answer.limit >= answer.total) return;
    before = new Set(answer.items.map(idOf).filter((id) => id !== undefined));
  }
}

const idOf = (item: unknown) => (item as { id?: unknown } | null)?.id;
