const DAY_MS = 86_400_000;

/** Days from `today` (YYYY-MM-DD, UTC) to the UTC day of an instant; 0 unless that is later. */
export const daysLeft = (iso: string, today: string): number =>
  Math.max(0, Math.round((Date.parse(iso.slice(0, 10)) - Date.parse(today)) / DAY_MS));
