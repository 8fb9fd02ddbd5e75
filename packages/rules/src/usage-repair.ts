/**
 * Repairs statistics that counted bytes twice: which hours are too high, and how to take the excess
 * from them. All numbers are integers.
 */

/** An hour of a sub-account's statistics, and what the ledger billed in it. */
export interface CountedHour {
  /** Start of the hour, in milliseconds since 1970. */
  at: number;
  countedBytes: number;
  billedBytes: number;
}

/**
 * Returns the bytes counted in excess of those billed, in hours that begin before an instant.
 * Differences keep their sign: traffic at the end of an hour may be billed in the next.
 */
export function excessBefore(hours: CountedHour[], before: number): number {
  const old = hours.filter(({ at }) => at < before);
  return old.reduce((sum, { countedBytes, billedBytes }) => sum + countedBytes - billedBytes, 0);
}

/**
 * Takes `bytes` from hours: first where more was counted than billed, oldest first, then from the
 * largest. Returns what each hour gives, never more than it has.
 */
export function removeFromHours(hours: CountedHour[], bytes: number): Map<number, number> {
  const taken = new Map<number, number>();
  let left = bytes;
  const take = (at: number, most: number) => {
    const part = Math.min(left, Math.max(0, most));
    if (part === 0) return;
    taken.set(at, (taken.get(at) ?? 0) + part);
    left -= part;
  };
  for (const { at, countedBytes, billedBytes } of [...hours].sort((a, b) => a.at - b.at)) {
    take(at, Math.min(countedBytes, countedBytes - billedBytes));
  }
  const fullest = [...hours].sort((a, b) => b.countedBytes - a.countedBytes || a.at - b.at);
  for (const { at, countedBytes } of fullest) take(at, countedBytes - (taken.get(at) ?? 0));
  return taken;
}

/** Splits `total` proportionally, no part above its own size; the remainder goes in order. */
export function splitProportionally(parts: number[], total: number): number[] {
  const sum = parts.reduce((all, part) => all + part, 0);
  const wanted = Math.min(total, sum);
  if (wanted === 0) return parts.map(() => 0);
  const shares = parts.map((part) => Math.min(part, Math.floor(part * (wanted / sum))));
  let left = wanted - shares.reduce((all, share) => all + share, 0);
  return shares.map((share, at) => {
    const more = Math.min(left, (parts[at] ?? 0) - share);
    left -= more;
    return share + more;
  });
}
