/** Sticky sessions: a session id keeps its exit for its minutes (spec/gateway#sessions). */
import type { Questions } from "@turnpike/contract/data-plane.ts";
import { decideStickySession, maxStickySessions } from "@turnpike/rules/sticky-session.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import {
  countSessions,
  insertSession,
  lockSession,
  removeOldestSessions,
  upsertSession,
} from "./store.ts";

type StickySessionRequest = Questions["hold"]["question"];
type Answer = Questions["hold"]["answer"];

/** A sub-account's approximate number of sessions, in memory to avoid most count queries. */
interface SessionCount {
  sessions: number;
  /** When the rows were counted, and how many sessions were added since. */
  at: number;
  added: number;
  /** Only one call at a time counts and removes rows; the others just increment. */
  busy: boolean;
}
/** Rows are counted again after this time or this many additions: other processes change them. */
const COUNT_TTL_MS = 10_000;
const MAX_ADDED = 200;
/** Sub-accounts kept in memory; beyond this all counts are discarded. */
const MAX_COUNTED = 20_000;

/**
 * Returns the handler of session requests. A sub-account has at most `maxStickySessions` sessions
 * (spec/limits#caps); beyond that the oldest are removed.
 */
export function stickySessions(
  services: Services,
): (request: StickySessionRequest) => Promise<Answer> {
  const counts = new Map<string, SessionCount>();
  return async (request) => {
    const { session, isNew } = await decideSession(services, request);
    if (isNew) await enforceCap(services, counts, request.subAccountId);
    const full = (counts.get(request.subAccountId)?.sessions ?? 0) >= maxStickySessions;
    return full ? { ...session, full } : session;
  };
}

async function enforceCap(
  { db, world }: Services,
  counts: Map<string, SessionCount>,
  subAccountId: string,
): Promise<void> {
  if (!counts.has(subAccountId) && counts.size >= MAX_COUNTED) counts.clear();
  // The initial value exceeds the cap, which forces a count of the rows.
  const unknown = { sessions: maxStickySessions, at: 0, added: MAX_ADDED, busy: false };
  const count = counts.get(subAccountId) ?? unknown;
  counts.set(subAccountId, count);
  count.sessions++;
  count.added++;
  if (count.busy) return;
  count.busy = true;
  try {
    while (count.sessions > maxStickySessions) {
      if (count.added >= MAX_ADDED || Math.abs(world.now() - count.at) > COUNT_TTL_MS) {
        Object.assign(count, { at: world.now(), added: 0 });
        const before = count.sessions;
        const rows = await countSessions(db, subAccountId);
        // Sessions added during the query may be missing from its count.
        count.sessions = rows + count.sessions - before;
        continue;
      }
      const beyond = count.sessions - maxStickySessions;
      count.sessions -= beyond;
      await removeOldestSessions(db, subAccountId, beyond);
    }
  } finally {
    count.busy = false;
  }
}

/** Decides which exit a session id keeps, and stores it. */
async function decideSession(
  { db, world }: Services,
  request: StickySessionRequest,
): Promise<{ session: Answer; isNew: boolean }> {
  const { minutes, proposedExitId, deadExitId } = request;
  return transaction(db, async (tx) => {
    const now = world.now();
    const fresh = decideStickySession({ current: null, now, minutes, proposedExitId, deadExitId });
    if (await insertSession(tx, request, fresh)) return { session: fresh, isNew: true };
    const current = await lockSession(tx, request);
    const session = decideStickySession({ current, now, minutes, proposedExitId, deadExitId });
    // The gateway proposes another exit, if it has one, than that which the session has just left.
    if (request.again === true && current?.left === session.exitId)
      return { session: { ...session, leaves: true }, isNew: false };
    await upsertSession(tx, request, session);
    return { session, isNew: false };
  });
}
