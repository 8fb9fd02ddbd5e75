/**
 * Pages of the pool that strangers were given lately. They wait for each other, as a large pool takes
 * a tenth of a second to order: whoever asks for the same page gets it without being waited for.
 */
import type { listPoolExits } from "../../inventory/exit/store/pool.ts";
import { inMemory } from "../../platform/in-memory.ts";
import type { Services } from "../../platform/services.ts";

type Page = Awaited<ReturnType<typeof listPoolExits>>;

/** A page that took less is read anew each time: it is never out of date. */
const dearMs = 20;
/** The others are kept for so many times as long as they took, and not longer than some seconds. */
const keptFactor = 20;
const maxKeptMs = 5_000;
const maxPages = 200;

const pagesOf = inMemory(() => new Map<string, { until: number; page: Page }>());

/** The page that was asked for, from memory if it is there. */
export async function keptPage(
  services: Services,
  asked: unknown[],
  read: () => Promise<Page>,
): Promise<Page> {
  const pages = pagesOf(services);
  const key = JSON.stringify(asked);
  const began = performance.now();
  const known = pages.get(key);
  if (known !== undefined && began < known.until) return known.page;
  const page = await read();
  const now = performance.now();
  pages.delete(key);
  if (now - began < dearMs) return page;
  pages.set(key, { until: now + Math.min(maxKeptMs, (now - began) * keptFactor), page });
  const [oldest] = pages.keys();
  if (pages.size > maxPages && oldest !== undefined) pages.delete(oldest);
  return page;
}
