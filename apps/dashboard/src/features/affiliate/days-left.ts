const DAY_MS = 86_400_000;

/** Days from a UTC day (`YYYY-MM-DD`) to the one of an instant; 0 on it and after it. */
export const daysLeft = (iso: string, today: string): number =>
  Math.max(0, Math.round((Date.parse(iso.slice(0, 10)) - Date.parse(today)) / DAY_MS));
