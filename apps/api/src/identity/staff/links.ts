/** One-time links by which staff members set their password (spec/console#staff). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { StaffRole } from "@turnpike/rules/staff.ts";
import { transaction, type Db, type Tx } from "../../platform/db/database.ts";
import { appendAudit } from "../../platform/audit/audit.ts";
import type { Services } from "../../platform/services.ts";
import { newToken, tokenHash } from "../session/token.ts";
import {
  anyPassword,
  anyStaff,
  findStaffLink,
  insertStaff,
  saveStaffLink,
  staffByEmail,
  staffById,
} from "./store/staff.ts";

const linkLifeMs = 72 * 3_600_000;
/** The first owner's placeholder until they enter their address; no real address equals it. */
export const firstOwner = "owner@first.invalid";

export interface Invitation {
  link: string;
  expiresAt: Date;
}

/** Creates a new link for a staff member; an earlier one stops working. */
export async function inviteStaff(
  { world, env }: Services,
  tx: Tx,
  staffId: string,
): Promise<Invitation> {
  const token = newToken(world);
  const hash = tokenHash(token);
  if (!hash) throw new Error("the new token has no valid hash");
  const expiresAt = new Date(world.now() + linkLifeMs);
  await saveStaffLink(tx, { staffId, hash, expiresAt });
  // In the fragment, so that no server and no log receives it.
  return { link: `${env.consoleUrl}/#link=${token}`, expiresAt };
}

/** Adds a staff member. @throws Refusal emailTaken */
export async function addStaff(
  services: Services,
  tx: Tx,
  { email, role }: { email: string; role: StaffRole },
): Promise<Invitation & { id: string }> {
  const id = services.world.id();
  const at = new Date(services.world.now());
  if (!(await insertStaff(tx, { id, email, role, at })))
    throw new Refusal("emailTaken", { field: "email" });
  return { id, ...(await inviteStaff(services, tx, id)) };
}

/** The staff member of a usable link. @throws Refusal linkNotFound */
export async function readLink({ db, world }: { db: Db } & Pick<Services, "world">, link: string) {
  const hash = tokenHash(link);
  const found = hash && (await findStaffLink(db, hash));
  const row = found && (await staffById(db, found.staffId));
  if (!hash || !found || !row || row.disabledAt || found.expiresAt.getTime() <= world.now())
    throw new Refusal("linkNotFound", { field: "link" });
  return { hash, row, expiresAt: found.expiresAt };
}

/**
 * Until a staff member has set a password: returns a new link for the first owner, who is added at
 * the first start. Returns null once somebody can sign in.
 */
export async function inviteFirstOwner(services: Services): Promise<Invitation | null> {
  if (await anyPassword(services.db)) return null;
  return transaction(services.db, async (tx) => {
    const found = await staffByEmail(tx, firstOwner);
    if (found) return inviteStaff(services, tx, found.id);
    const at = new Date(services.world.now());
    const id = services.world.id();
    // Of several processes that start at once, one adds it. A command may have added somebody
    // already.
    if (await anyStaff(tx)) return null;
    if (!(await insertStaff(tx, { id, email: firstOwner, role: "owner", at }))) return null;
    const invitation = await inviteStaff(services, tx, id);
    const system = { name: "system", staffId: null, ip: "", agent: "" };
    const after = { email: firstOwner, role: "owner" };
    await appendAudit(services, tx, system, { action: "staff.add", subject: firstOwner, after });
    return invitation;
  });
}
