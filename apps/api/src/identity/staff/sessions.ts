/** Sessions of staff members: a token in a cookie, stored as its hash (spec/console#sign-in). */
import type { Tx } from "../../platform/db/database.ts";
import type { Actor } from "../../platform/audit/audit.ts";
import type { Services } from "../../platform/services.ts";
import { newToken, tokenHash } from "../session/token.ts";
import {
  deleteEndedStaffSessions,
  findStaffSession,
  findStaffSessionById,
  insertStaffSession,
  type StaffSession,
  touchStaffSession,
} from "./store/session.ts";

/** A session ends after 8 hours without a call, and after 7 days at the latest. */
export const staffIdleMs = 8 * 3_600_000;
export const staffSessionMs = 7 * 86_400_000;
/** How long a proof of the second factor is fresh. */
export const freshProofMs = 15 * 60_000;
const SEEN_EVERY_MS = 60_000;
const AGENT_LENGTH = 300;

/** The session of a token; null if unknown or ended, or if the staff member is disabled. */
export async function staffByToken(
  services: Services,
  token: string,
): Promise<StaffSession | null> {
  const hash = tokenHash(token);
  const session = hash && (await findStaffSession(services.db, hash));
  if (!session) return null;
  const now = services.world.now();
  const idleMs = now - session.lastSeenAt.getTime();
  if (idleMs >= staffIdleMs || now - session.createdAt.getTime() >= staffSessionMs) return null;
  if (idleMs >= SEEN_EVERY_MS)
    await touchStaffSession(services.db, session.sessionId, new Date(now));
  return session;
}

/** A session by its id, if it is live; reading it does not extend it. */
export async function staffBySession(
  { db, world }: Pick<Services, "db" | "world">,
  sessionId: string,
): Promise<StaffSession | null> {
  const session = await findStaffSessionById(db, sessionId);
  if (!session) return null;
  const now = world.now();
  const isOver =
    now - session.lastSeenAt.getTime() >= staffIdleMs ||
    now - session.createdAt.getTime() >= staffSessionMs;
  return isOver ? null : session;
}

/** Opens a session and returns its token. */
export async function openStaffSession(
  { world }: Services,
  tx: Tx,
  { staffId, ip, agent }: { staffId: string } & Pick<Actor, "ip" | "agent">,
): Promise<string> {
  const token = newToken(world);
  const hash = tokenHash(token);
  if (!hash) throw new Error("the new token has no valid hash");
  const at = new Date(world.now());
  const row = { id: world.id(), staffId, hash, ip, agent: agent.slice(0, AGENT_LENGTH), at };
  await insertStaffSession(tx, row);
  return token;
}

export async function deleteOldStaffSessions({ db, world }: Services): Promise<void> {
  const now = world.now();
  await deleteEndedStaffSessions(db, {
    idleSince: new Date(now - staffIdleMs),
    begunBefore: new Date(now - staffSessionMs),
  });
}
