/** The account's sessions, as this tab's sections need them. */
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";

export type Session = CallResult<"sessions">["items"][number];

const REFRESH_MS = 30_000;

/** All sessions, this one first; asked again while the window is visible. */
export const useSessions = () => useCall("sessions", {}, { everyMs: REFRESH_MS });

export const othersOf = (items: readonly Session[]): Session[] =>
  items.filter(({ current }) => !current);

/**
 * The moment of the answer by the server's clock, in ms: asking was this session's last use. A
 * browser's own clock may be wrong.
 */
export const newestUse = (items: readonly Session[]): number =>
  Math.max(...items.map(({ lastSeenAt }) => Date.parse(lastSeenAt)));

/** Where a call came from: the country, in the reader's language, where it is known, and the IP. */
export const placeOf = (from: { countryName: string | null; ip: string }): string =>
  from.countryName ? `${from.countryName} · ${from.ip}` : from.ip;
