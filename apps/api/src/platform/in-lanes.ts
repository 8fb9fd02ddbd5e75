/** Runs `work` on each of `items`, at most `lanes` of them at a time. */
export async function inLanes<T>(items: T[], lanes: number, work: (item: T) => Promise<unknown>) {
  const queue = items.values();
  const lane = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
