/** The account's sessions, for the sections of this tab. */
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";

export type Session = CallResult<"sessions">["items"][number];

const REFRESH_MS = 30_000;

/** All sessions, this one first; refetched while the window is visible. */
export const useSessions = () => useCall("sessions", {}, { everyMs: REFRESH_MS });

export const othersOf = (items: readonly Session[]): Session[] =>
  items.filter(({ current }) => !current);

/**
 * The time of the answer by the server's clock, in ms: the request was this session's last use. The
 * browser's own clock may be wrong.
 */
export const newestUse = (items: readonly Session[]): number =>
  Math.max(...items.map(({ lastSeenAt }) => Date.parse(lastSeenAt)));

/** The origin of a call: the country, if known, in the user's language, and the IP. */
export const placeOf = (from: { countryName: string | null; ip: string }): string =>
  from.countryName ? `${from.countryName} · ${from.ip}` : from.ip;
