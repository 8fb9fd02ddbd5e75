/** Changes and removes members; their sessions and keys end at once (spec/accounts#teams). */
import type { CallRequest } from "@turnpike/contract/call.ts";
import type { Calls } from "@turnpike/contract/calls.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { lockAccountExclusively } from "../account/account-lock.ts";
import { deleteKeysOfMember } from "../api-key/store.ts";
import { proveFresh } from "../credential/fresh-proof.ts";
import { lockSession } from "../session/end.ts";
import { deleteSessionsOfMember } from "../session/store/session.ts";
import { type Tx, transaction } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Caller } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { queueRemoval, requireRank } from "./invite.ts";
import {
  deleteInvitation,
  deleteMember,
  findMember,
  invitationsOf,
  type MemberRow,
  setMemberRole,
} from "./store.ts";

const notFound = () => new Refusal("memberNotFound", { field: "id" });

/** The member of the caller's account; the caller has locked it. @throws Refusal memberNotFound */
async function ownMember(tx: Tx, accountId: string, id: string): Promise<MemberRow> {
  const member = isUuid(id) ? await findMember(tx, id) : null;
  if (member?.accountId !== accountId) throw notFound();
  return member;
}

/** @throws Refusal roleForbidden, memberNotFound, sessionInvalid, those of `proveFresh` */
export async function changeRole(
  services: Services,
  caller: Caller,
  { id, role, ...proof }: CallRequest<Calls["teamUp"]>,
): Promise<MemberRow> {
  requireRank(caller, role);
  const fresh = await proveFresh(services, caller, proof);
  return transaction(services.db, async (tx) => {
    await lockSession(tx, caller);
    await fresh.use(tx);
    const member = await ownMember(tx, caller.accountId, id);
    requireRank(caller, member.role);
    await setMemberRole(tx, id, role);
    await deleteSessionsOfMember(tx, id);
    await deleteKeysOfMember(tx, id);
    return ownMember(tx, caller.accountId, id);
  });
}

/**
 * Removes a member, or takes an invitation back.
 * @throws Refusal memberNotFound, roleForbidden, sessionInvalid
 */
export async function removeFromTeam(
  services: Services,
  caller: Caller,
  id: string,
): Promise<void> {
  const { accountId } = caller;
  if (!isUuid(id)) throw notFound();
  await transaction(services.db, async (tx) => {
    await lockSession(tx, caller);
    const open = await invitationsOf(tx, accountId, new Date(services.world.now()));
    const invitation = open.find((one) => one.id === id);
    if (invitation) {
      requireRank(caller, invitation.role);
      await deleteInvitation(tx, { accountId, id });
      return;
    }
    const member = await ownMember(tx, accountId, id);
    requireRank(caller, member.role);
    await deleteMember(tx, id);
    const { personId, accountEmail: account } = member;
    await queueRemoval(services, tx, { personId, account });
  });
}

/** Takes the person who is signed in out of a team. @throws Refusal memberNotFound */
export async function leaveTeam(services: Services, caller: Caller, id: string): Promise<void> {
  if (!isUuid(id)) throw notFound();
  const member = await findMember(services.db, id);
  if (member?.personId !== caller.accountId) throw notFound();
  await transaction(services.db, async (tx) => {
    // Money calls that the person has sent are done, or do not begin any more.
    await lockAccountExclusively(tx, member.accountId);
    if (!(await deleteMember(tx, id))) throw notFound();
  });
}
