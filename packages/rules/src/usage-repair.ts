/**
 * How statistics that counted bytes twice are set right: which hours too much stands in, and how a
 * sum is taken out of parts. Whole numbers throughout.
 */

/** What one hour of a sub-account's statistics says, and what the ledger billed in it once. */
export interface CountedHour {
  /** Start of the hour, milliseconds since 1970. */
  at: number;
  countedBytes: number;
  billedBytes: number;
}

/**
 * Bytes counted beyond what was billed in hours that begin before an instant. Hours are summed with
 * their signs: what was carried at the end of one hour may be billed in the next.
 */
export function excessBefore(hours: CountedHour[], before: number): number {
  const old = hours.filter(({ at }) => at < before);
  return old.reduce((sum, { countedBytes, billedBytes }) => sum + countedBytes - billedBytes, 0);
}

/**
 * Takes `bytes` out of hours: first where more was counted than billed, oldest first, then from the
 * fullest. Answers what each hour gives; never more than it has.
 */
export function takeFromHours(hours: CountedHour[], bytes: number): Map<number, number> {
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

/** Splits `total` over parts in proportion to them, none above its own; the rest goes in order. */
export function shareOut(parts: number[], total: number): number[] {
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
