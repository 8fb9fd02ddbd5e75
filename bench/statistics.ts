/** Medians and quantiles; NaN for empty lists. */

/** The value below which that share of the ascending values lies. */
export function quantile(sorted: number[], share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const place = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  return sorted[place] ?? Number.NaN;
}

export function median(values: number[]): number {
  const sorted = values.filter(Number.isFinite).sort((one, other) => one - other);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return Number.NaN;
  if (Number.isInteger(middle)) return ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  return sorted[Math.floor(middle)] ?? Number.NaN;
}
