/** An account's sessions and its login log (spec/accounts#login-log). */
import type { CallResponse } from "@turnpike/contract/call.ts";
import type { Calls } from "@turnpike/contract/calls.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import { type LoginEvent, loginEvents } from "@turnpike/contract/session.ts";
import { sessionEndsAt, isSessionAlive } from "@turnpike/rules/session-life.ts";
import { loginMinutesOf } from "../account/settings.ts";
import { countryNames } from "../../platform/geo/country-names.ts";
import { countryOf } from "../../platform/geo/country-of.ts";
import type { Caller } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { eventsOf } from "./store/login-event.ts";
import { sessionsOf } from "./store/session.ts";

/** The live sessions: the caller's first, then the most recently used. */
export async function listSessions(
  services: Services,
  { accountId, sessionId, lang }: Caller,
): Promise<CallResponse<Calls["sessions"]>["items"]> {
  const { db, world } = services;
  const now = world.now();
  const [rows, loginMinutes] = await Promise.all([
    sessionsOf(db, accountId),
    loginMinutesOf(db, accountId),
  ]);
  const place = placeOf(services, lang);
  const live = rows.flatMap((row) => {
    const current = row.id === sessionId;
    // This call is the last one, though it may not have been saved.
    const lastSeenAt = current ? now : row.last_seen_at.getTime();
    return isSessionAlive({ lastSeenAt, loginMinutes }, now) ? [{ row, current, lastSeenAt }] : [];
  });
  live.sort((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt - a.lastSeenAt);
  const items = live.map(async ({ row, current, lastSeenAt }) => ({
    id: row.id,
    current,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: new Date(lastSeenAt).toISOString(),
    expiresAt: instant(sessionEndsAt({ lastSeenAt, loginMinutes })),
    ip: row.ip,
    ...(await place(row.ip)),
    agent: row.agent,
  }));
  return Promise.all(items);
}

/** Counts the live sessions of an account. */
export async function countSessions({ db, world }: Services, accountId: string): Promise<number> {
  const now = world.now();
  const [rows, loginMinutes] = await Promise.all([
    sessionsOf(db, accountId),
    loginMinutesOf(db, accountId),
  ]);
  const live = rows.filter((row) => {
    return isSessionAlive({ lastSeenAt: row.last_seen_at.getTime(), loginMinutes }, now);
  });
  return live.length;
}

/** A page of the login log, newest first. */
export async function listEvents(
  services: Services,
  { accountId, sessionId, lang }: Caller,
  { page, limit }: { page: number; limit: number },
): Promise<CallResponse<Calls["loginLog"]>> {
  const { rows, total } = await eventsOf(services.db, { accountId, page, limit });
  const place = placeOf(services, lang);
  const items = rows.map(async (row) => ({
    at: row.at.toISOString(),
    ip: row.ip,
    ...(await place(row.ip)),
    agent: row.agent,
    current: row.session_id !== null && row.session_id === sessionId,
    event: asEvent(row.event),
  }));
  return { items: await Promise.all(items), total, page, limit };
}

const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

function asEvent(text: string): LoginEvent {
  const event = loginEvents.find((one) => one === text);
  if (!event) throw new Error(`the login log has an unknown event: ${text}`);
  return event;
}

/** An address's country and its name in the caller's language; null if private or unknown. */
function placeOf({ env }: Services, lang: Lang) {
  const inCountry = countryOf(env.GEO_COUNTRY_MMDB);
  const name = countryNames(lang);
  return async (ip: string) => {
    if (ip === "") return { country: null, countryName: null };
    const country = await inCountry(ip);
    return { country, countryName: country === null ? null : name(country) };
  };
}
