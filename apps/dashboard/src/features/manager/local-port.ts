/** A local port as reported by the manager, and its transfer rates. */
import type { LocalPort } from "@turnpike/contract/manager.ts";

/** A local port with its bytes per second since the last answer; 0 if unknown. */
export interface LivePort extends LocalPort {
  upRate: number;
  downRate: number;
}
/** The manager's answer, and when it arrived by a monotonic clock. */
export interface ManagerStatus {
  items: LivePort[];
  version: string;
  atMs: number;
}

/** Over a longer interval, an average would not reflect the current rate. */
const MAX_RATE_INTERVAL_MS = 10_000;

/** `127.0.0.1:24000`, the form in which programs read it. */
export const localAddress = ({ port }: Pick<LocalPort, "port">): string => `127.0.0.1:${port}`;

/** The current answer, with rates computed from the previous one. */
export function status(
  now: { items: readonly LocalPort[]; version: string; atMs: number },
  before: ManagerStatus | undefined,
): ManagerStatus {
  const sinceMs = before ? now.atMs - before.atMs : 0;
  const recent = sinceMs > 0 && sinceMs <= MAX_RATE_INTERVAL_MS;
  const items = now.items.map((item) => {
    // The same number may have been reused for another port.
    const last = recent
      ? before?.items.find(
          ({ port, startedAt }) => port === item.port && startedAt === item.startedAt,
        )
      : undefined;
    const rate = (of: "upBytes" | "downBytes") =>
      last ? (Math.max(0, item[of] - last[of]) / sinceMs) * 1000 : 0;
    return { ...item, upRate: rate("upBytes"), downRate: rate("downBytes") };
  });
  return { items, version: now.version, atMs: now.atMs };
}
