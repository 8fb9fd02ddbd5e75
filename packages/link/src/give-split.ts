/** Finds the items of a batch that the other side refuses, so that they do not hold up the others. */

export interface RefusedItem<T> {
  item: T;
  why: string;
}

export interface SplitOptions<T> {
  /** Gives items to the other side: all or none. */
  give: (items: T[]) => Promise<unknown>;
  /**
   * Whether the failure is about the items; otherwise the other side accepts nothing at present. May
   * reject instead.
   */
  isRefusal: (error: unknown) => boolean | Promise<boolean>;
}

/**
 * Gives items together. If they are refused, gives each half, down to single items, in order. Returns
 * those that were refused alone; all others were accepted.
 * @throws the failure if it is not about the items: some may have been accepted
 */
export async function giveSplit<T>(
  items: readonly T[],
  options: SplitOptions<T>,
): Promise<RefusedItem<T>[]> {
  if (items.length === 0) return [];
  try {
    await options.give([...items]);
    return [];
  } catch (error) {
    if (!(await options.isRefusal(error))) throw error;
    const [item] = items;
    if (items.length === 1) return [{ item: item as T, why: String(error) }];
    const middle = Math.ceil(items.length / 2);
    const first = await giveSplit(items.slice(0, middle), options);
    return [...first, ...(await giveSplit(items.slice(middle), options))];
  }
}
