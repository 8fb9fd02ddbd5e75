/** Invites people to a team, and lets them in (spec/accounts#invitations). */
import type { CallRequest } from "@turnpike/contract/call.ts";
import { calls, type Calls } from "@turnpike/contract/calls.ts";
import { asLang, Refusal } from "@turnpike/contract/refusals.ts";
import { dayMs } from "@turnpike/rules/statistics.ts";
import { invitationDays, maxTeam, mayManageRole, type TeamRole } from "@turnpike/rules/team.ts";
import { lockOpenAccount } from "../account/account-lock.ts";
import { addressesOf } from "../account/addresses.ts";
import { remainingUnderCap } from "../account/cap.ts";
import { queueNotice } from "../account/notice.ts";
import { shownEmail } from "../account/shown-email.ts";
import { markEmailVerified } from "../account/verified-email.ts";
import { proveFresh } from "../credential/fresh-proof.ts";
import { lockSession } from "../session/end.ts";
import { countTry } from "../session/rate-limit.ts";
import { newToken, tokenHash } from "../session/token.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import type { Services } from "../../platform/services.ts";
import { recordAct } from "./act.ts";
import {
  countTeam,
  countTeams,
  findInvitation,
  insertMember,
  type InvitationRow,
  membersOf,
  saveInvitation,
  takeInvitation,
} from "./store.ts";

/** A role's name in mails is the one that the API has. */
const roleName = (role: TeamRole): string => role;

/** 20 mails a day: an account must not mail to strangers at will. */
const invitationLimit = (accountId: string) => ({
  key: `team invitations ${accountId}`,
  tries: 20,
  windowSeconds: 86_400,
});

/** Whether the caller may give or take a role. @throws Refusal roleForbidden */
export function requireRank({ person }: Caller, role: TeamRole): void {
  if (!mayManageRole(person?.role ?? "owner", role))
    throw new Refusal("roleForbidden", { field: "role" });
}

/**
 * Mails an invitation. The answer depends on the own team alone: it does not tell whether the
 * address has an account.
 * @throws Refusal roleForbidden, alreadyInTeam, tooMany, tooManyTries, those of `proveFresh`
 */
export async function invite(
  services: Services,
  caller: Caller,
  { email, role, ...proof }: CallRequest<Calls["teamInvite"]>,
): Promise<InvitationRow> {
  const { db, env, world } = services;
  const { accountId } = caller;
  requireRank(caller, role);
  const fresh = await proveFresh(services, caller, proof);
  await countTry(services, [invitationLimit(accountId)]);
  return transaction(db, async (tx) => {
    await lockSession(tx, caller);
    await fresh.use(tx);
    const owner = await addressesOf(tx, accountId);
    const members = await membersOf(tx, accountId);
    if (owner.email === email || members.some((one) => one.email === email))
      throw new Refusal("alreadyInTeam", { field: "email" });
    const now = new Date(world.now());
    await remainingUnderCap(tx, {
      accountId,
      of: "people of a team",
      limit: maxTeam,
      count: () => countTeam(tx, { accountId, email, now }),
    });
    const token = newToken(world);
    const expiresAt = new Date(now.getTime() + invitationDays * dayMs);
    const invitation = { id: world.id(), accountId, email, role, invitedAt: now, expiresAt };
    await saveInvitation(tx, { ...invitation, tokenHash: hashOf(token) });
    // In the fragment, so that no server and no log receives it.
    const url = `${env.publicUrl}/index/loading#invitation=${token}`;
    const values = { account: shownEmail(owner.email), role: roleName(role), url };
    const days = invitationDays;
    const mail = { to: email, lang: owner.lang, mail: "teamInvitation" } as const;
    await queueMail(services, tx, { ...mail, values: { ...values, days } });
    return invitation;
  });
}

function hashOf(token: string): Buffer {
  const hash = tokenHash(token);
  if (!hash) throw new Error("the new token has no valid hash");
  return hash;
}

/** The invitation of a mailed token. @throws Refusal invitationNotFound */
export async function readInvitation(
  { db, world }: Pick<Services, "db" | "world">,
  token: string,
): Promise<InvitationRow & { tokenHash: Buffer }> {
  const hash = tokenHash(token);
  const found = hash && (await findInvitation(db, hash, new Date(world.now())));
  if (!hash || !found) throw new Refusal("invitationNotFound", { field: "token" });
  return { ...found, tokenHash: hash };
}

/**
 * Makes the person who is signed in a member. Whoever has the token has read the mail, so the
 * person's address counts as verified.
 * @throws Refusal invitationNotFound, otherAddressInvited, alreadyInTeam, tooMany
 */
export async function acceptInvitation(
  services: Services,
  caller: Caller,
  token: string,
): Promise<{ id: string }> {
  const { db, world } = services;
  const invitation = await readInvitation(services, token);
  const { accountId, role } = invitation;
  const personId = caller.accountId;
  return transaction(db, async (tx) => {
    // The team's account first: whoever takes an invitation back holds it.
    await lockOpenAccount(tx, accountId).catch((error: unknown) => {
      if (error instanceof Refusal) throw new Refusal("invitationNotFound", { field: "token" });
      throw error;
    });
    const { email } = await addressesOf(tx, personId);
    if (email !== invitation.email) throw new Refusal("otherAddressInvited");
    if (!(await takeInvitation(tx, invitation.tokenHash)))
      throw new Refusal("invitationNotFound", { field: "token" });
    if ((await countTeams(tx, personId)) >= maxTeam)
      throw new Refusal("tooMany", { limit: maxTeam });
    const id = world.id();
    const at = new Date(world.now());
    if (!(await insertMember(tx, { id, accountId, personId, role, at })))
      throw new Refusal("alreadyInTeam");
    await markEmailVerified(services, tx, personId);
    const act = { call: calls.teamAccept.path, subject: role, accountId };
    await recordAct(services, tx, caller, act);
    const values = { person: shownEmail(email), role: roleName(role) };
    await queueNotice(services, tx, accountId, "teamJoined", values);
    return { id };
  });
}

/** Tells a person who is no longer a member. */
export async function queueRemoval(
  services: Services,
  tx: Parameters<typeof queueMail>[1],
  { personId, account }: { personId: string; account: string },
): Promise<void> {
  const { email, lang } = await addressesOf(tx, personId);
  const values = { account: shownEmail(account), url: services.env.publicUrl };
  await queueMail(services, tx, { to: email, lang: asLang(lang), mail: "teamLeft", values });
}
