const MAX_MONTHS = 36;

/** The months (YYYY-MM, UTC) from that of `today` back to that of `since`; three years at most. */
export function monthsBack({ today, since }: { today: string; since: string | null }): string[] {
  const first = since?.slice(0, 7) ?? "";
  const now = new Date(today);
  const months = Array.from({ length: MAX_MONTHS }, (_, back) => {
    const begin = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1);
    return new Date(begin).toISOString().slice(0, 7);
  });
  return months.filter((month, back) => back === 0 || month >= first);
}
