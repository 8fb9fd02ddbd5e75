/** Sign-in to the console (spec/console#sign-in). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { isCommonPassword } from "@turnpike/rules/common-password.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import { type Actor, appendAudit } from "../../platform/audit/audit.ts";
import type { Services } from "../../platform/services.ts";
import { inPasswordSlot } from "../credential/password-slots.ts";
import { hashPassword, passwordMatches } from "../credential/passwords.ts";
import { signInLimits } from "../credential/rate-limits.ts";
import { countTry, uncountTry, type RateLimit, refuseWhenReached } from "../session/rate-limit.ts";
import { firstOwner, readLink } from "./links.ts";
import { proveStaffMfa } from "./mfa.ts";
import { type Me, presentMe } from "./present.ts";
import { openStaffSession } from "./sessions.ts";
import { deleteStaffSessions } from "./store/session.ts";
import {
  recordStaffSignIn,
  setStaffPasswordHash,
  setStaffEmail,
  staffByEmail,
  staffById,
  type StaffRow,
  takeStaffLink,
} from "./store/staff.ts";

type From = Pick<Actor, "ip" | "agent">;

export interface SignedIn {
  token: string;
  me: Me;
}

const actorOf = (row: StaffRow, from: From): Actor => ({
  name: row.email,
  staffId: row.id,
  ip: from.ip,
  agent: from.agent,
});

/**
 * The limits of customers, counted separately; no mailed code lets staff members in, so that guessing
 * from elsewhere must not use up what a network of theirs has.
 */
function limitsOf(ip: string, email: string, row: StaffRow | null): RateLimit[] {
  const fromKnownNetwork = row?.networks.includes(networkOf(ip)) ?? false;
  return signInLimits({ ip, email, fromKnownNetwork }).map(({ key, tries, windowSeconds }) => ({
    key: `staff ${key}`,
    tries,
    windowSeconds,
  }));
}

const signInOf = ({ world }: Services, id: string, { ip }: From) => ({
  id,
  at: new Date(world.now()),
  network: networkOf(ip),
});

/**
 * Opens a session by password and second factor. An unknown address cannot be told from a wrong
 * password by response or time.
 * @throws Refusal wrongPassword, mfaNeeded, mfaWrong, mfaIssues, tooManyTries
 */
export async function signInStaff(
  services: Services,
  request: { email: string; password: string; mfaCode?: string | undefined },
  from: From,
): Promise<SignedIn> {
  const row = await staffByEmail(services.db, request.email);
  const usable = row && !row.disabledAt ? row : null;
  await provePassword(services, { row: usable, ...request, ip: from.ip });
  if (!usable) throw new Refusal("wrongPassword", { field: "password" });
  await proveStaffMfa(services, usable, request.mfaCode);
  return transaction(services.db, async (tx) => {
    // Locks the row: what an owner changes meanwhile is read, and ends the session if it comes later.
    await recordStaffSignIn(tx, signInOf(services, usable.id, from));
    const current = await staffById(tx, usable.id);
    if (!current || current.disabledAt || current.passwordHash !== usable.passwordHash)
      throw new Refusal("wrongPassword", { field: "password" });
    if (current.mfaBoundAt && !usable.mfaBoundAt)
      throw new Refusal("mfaNeeded", { field: "mfaCode" });
    const token = await openStaffSession(services, tx, { ...from, staffId: current.id });
    await appendAudit(services, tx, actorOf(current, from), {
      action: "staff.signIn",
      subject: current.email,
    });
    return { token, me: presentMe(services.env, current) };
  });
}

async function provePassword(
  services: Services,
  attempt: { row: StaffRow | null; email: string; password: string; ip: string },
): Promise<void> {
  const { row, email, password, ip } = attempt;
  const limits = limitsOf(ip, email, row);
  await refuseWhenReached(services, limits);
  await inPasswordSlot(networkOf(ip), async () => {
    await countTry(services, limits);
    if (!(await passwordMatches(row?.passwordHash ?? null, password)))
      throw new Refusal("wrongPassword", { field: "password" });
    for (const limit of limits) await uncountTry(services, limit);
  });
}

/** The link user's address: the first owner enters one. @throws Refusal missingField, emailTaken */
async function resolveEmail(tx: Tx, row: StaffRow, given: string | undefined): Promise<string> {
  if (row.email !== firstOwner) return row.email;
  if (given === undefined) throw new Refusal("missingField", { field: "email" });
  if (await staffByEmail(tx, given)) throw new Refusal("emailTaken", { field: "email" });
  await setStaffEmail(tx, row.id, given);
  return given;
}

/**
 * Sets the password by a one-time link, which is used up, and opens a session; ends the others.
 * @throws Refusal linkNotFound, commonPassword, missingField, emailTaken, tooManyTries
 */
export async function setStaffPassword(
  services: Services,
  request: { link: string; password: string; email?: string | undefined },
  from: From,
): Promise<SignedIn> {
  // Checked first: hashing is expensive, and rejecting a bad link costs nothing.
  const { password } = request;
  const { hash, row: invited } = await readLink(services, request.link);
  if (isCommonPassword(password, { email: request.email ?? invited.email }))
    throw new Refusal("commonPassword", { field: "password" });
  const passwordHash = await inPasswordSlot(networkOf(from.ip), () => hashPassword(password));
  return transaction(services.db, async (tx) => {
    const taken = await takeStaffLink(tx, hash);
    const row = taken && (await staffById(tx, taken.staffId));
    if (!row || row.disabledAt) throw new Refusal("linkNotFound", { field: "link" });
    const own = { ...row, email: await resolveEmail(tx, row, request.email) };
    await setStaffPasswordHash(tx, own.id, passwordHash);
    await deleteStaffSessions(tx, own.id);
    await recordStaffSignIn(tx, signInOf(services, own.id, from));
    const token = await openStaffSession(services, tx, { ...from, staffId: own.id });
    const action = "staff.setPassword";
    await appendAudit(services, tx, actorOf(own, from), { action, subject: own.email });
    return { token, me: presentMe(services.env, own) };
  });
}
