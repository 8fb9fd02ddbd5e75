/**
 * The staff's view of a customer's dashboard (spec/console#view). A link can be opened once and
 * becomes a token of a separate kind, which the dispatcher only allows to read. The view ends with
 * the staff session that created it.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { isPermitted } from "@turnpike/rules/staff.ts";
import { appendAudit, type Actor } from "../../platform/audit/audit.ts";
import { type Tx, transaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { lockAccount } from "../account/account-lock.ts";
import { addressesOf } from "../account/addresses.ts";
import { recordEvent } from "../session/record-event.ts";
import { newToken, tokenHash } from "../session/token.ts";
import { staffBySession } from "../staff/sessions.ts";
import { findView, insertView, takeViewLink, type View } from "./store.ts";

/** How long an unused link is valid. */
const linkMs = 2 * 60_000;
/** The maximum duration of a view. */
const viewMs = 30 * 60_000;
/** The prefix of view tokens; no session token starts with it. */
const PREFIX = "view-";

function hashOf(token: string): Buffer {
  const hash = tokenHash(token);
  if (!hash) throw new Error("the new token has no valid hash");
  return hash;
}

/** Creates a link's token for an account, which the caller has checked. */
export async function makeViewLink(
  { world }: Services,
  tx: Tx,
  of: { accountId: string; actor: Actor; staffSessionId: string | null },
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken(world);
  const now = world.now();
  const linkExpiresAt = new Date(now + linkMs);
  await insertView(tx, {
    id: world.id(),
    accountId: of.accountId,
    staffId: of.actor.staffId,
    staffSessionId: of.staffSessionId,
    actor: of.actor.name,
    linkHash: hashOf(token),
    linkExpiresAt,
    createdAt: new Date(now),
  });
  return { token, expiresAt: linkExpiresAt };
}

/** Whether the staff session that created the view is live, and its role still permits it. */
async function isStaffSignedIn(services: Services, view: View): Promise<boolean> {
  if (view.staffId === null) return true;
  const staff = view.staffSessionId && (await staffBySession(services, view.staffSessionId));
  return Boolean(staff && isPermitted(staff.role, "customers.view"));
}

/** Opens a view by its link; records it in both logs. @throws Refusal viewLinkInvalid */
export async function openView(
  services: Services,
  linkToken: string,
  caller: Caller,
): Promise<{ session: string; email: string; expiresAt: string }> {
  const linkHash = tokenHash(linkToken);
  if (!linkHash) throw new Refusal("viewLinkInvalid", { field: "token" });
  const token = newToken(services.world);
  const at = new Date(services.world.now());
  const expiresAt = new Date(at.getTime() + viewMs);
  const email = await transaction(services.db, async (tx) => {
    const view = await takeViewLink(tx, { linkHash, tokenHash: hashOf(token), at, expiresAt });
    if (!view || !(await isStaffSignedIn({ ...services, db: tx }, view)))
      throw new Refusal("viewLinkInvalid", { field: "token" });
    const { accountId } = view;
    const account = await lockAccount(tx, accountId);
    if (!account || account.closed) throw new Refusal("viewLinkInvalid", { field: "token" });
    // Staff members' locations are private: the customer's log omits the address and the device.
    await recordEvent(
      services,
      tx,
      { ...caller, ip: "", agent: "" },
      { event: "viewed", accountId },
    );
    const actor = { name: view.actor, staffId: view.staffId, ip: caller.ip, agent: caller.agent };
    const entry = { action: "account.viewOpen", subject: accountId, accountId };
    const address = (await addressesOf(tx, accountId)).email;
    await appendAudit(services, tx, actor, { ...entry, after: { until: expiresAt } });
    return address;
  });
  return { session: PREFIX + token, email, expiresAt: expiresAt.toISOString() };
}

/** The account of a view token; null if it is no view token, or its view has ended. */
export async function authenticateView(
  services: Services,
  text: string,
): Promise<{ accountId: string; view: { id: string } } | null> {
  if (!text.startsWith(PREFIX)) return null;
  const hash = tokenHash(text.slice(PREFIX.length));
  const view = hash && (await findView(services.db, hash, new Date(services.world.now())));
  if (!view || !(await isStaffSignedIn(services, view))) return null;
  return { accountId: view.accountId, view: { id: view.id } };
}
