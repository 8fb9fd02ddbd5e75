/** A local port as the manager tells of it, and how quick bytes pass through it. */
import type { LocalPort } from "@turnpike/contract/manager.ts";

/** A local port with its bytes a second since the last answer; 0 where that is not known. */
export interface LivePort extends LocalPort {
  upRate: number;
  downRate: number;
}
/** What the manager answered, and when by a monotonic clock. */
export interface ManagerStatus {
  items: LivePort[];
  version: string;
  atMs: number;
}

/** Longer apart, and an average would say nothing of this moment. */
const MOMENT_MS = 10_000;

/** `127.0.0.1:24000`, as programs read it. */
export const localAddress = ({ port }: Pick<LocalPort, "port">): string => `127.0.0.1:${port}`;

/** What is answered now, with rates by what was answered before. */
export function status(
  now: { items: readonly LocalPort[]; version: string; atMs: number },
  before: ManagerStatus | undefined,
): ManagerStatus {
  const sinceMs = before ? now.atMs - before.atMs : 0;
  const recent = sinceMs > 0 && sinceMs <= MOMENT_MS;
  const items = now.items.map((item) => {
    // The same number may be another port by now.
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
