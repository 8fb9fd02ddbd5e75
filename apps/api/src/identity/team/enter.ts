/** Opens a member's session in the team's account (spec/accounts#teams). */
import { calls } from "@turnpike/contract/calls.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { lockAccount } from "../account/account-lock.ts";
import { mfaBound } from "../mfa/require.ts";
import { deleteSessionsBeyond, hasSession, insertSession } from "../session/store/session.ts";
import { newTeamToken, tokenHash } from "../session/token.ts";
import { transaction } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Caller } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { recordAct } from "./act.ts";
import { findMember, lockMember } from "./store.ts";

const AGENT_LENGTH = 300;
/** The most sessions of a member in an account; one more ends the least recently used one. */
const maxMemberSessions = 20;

/**
 * Opens a session for the membership `id` of the person who is signed in; returns its token and who
 * then calls.
 * @throws Refusal memberNotFound, teamNeedsMfa, accountDisabled, sessionInvalid
 */
export async function enterTeam(
  services: Services,
  caller: Caller,
  id: string,
): Promise<{ token: string; caller: Caller }> {
  const { db, world } = services;
  const personId = caller.accountId;
  const member = isUuid(id) ? await findMember(db, id) : null;
  if (member?.personId !== personId) throw new Refusal("memberNotFound", { field: "id" });
  const { accountId } = member;
  if (!member.mfaBound && (await mfaBound(db, accountId))) throw new Refusal("teamNeedsMfa");
  const token = newTeamToken(world);
  const hash = tokenHash(token);
  if (!hash) throw new Error("the new token has no valid hash");
  return transaction(db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account || account.disabled) throw new Refusal("accountDisabled");
    const own = { accountId: personId, sessionId: caller.sessionId, locked: true };
    if (!(await hasSession(tx, own))) throw new Refusal("sessionInvalid");
    const locked = await lockMember(tx, id);
    if (!locked) throw new Refusal("memberNotFound", { field: "id" });
    const sessionId = world.id();
    const person = { accountId: personId, role: locked.role, memberId: id };
    const inTeam: Caller = { ...caller, accountId, sessionId, person };
    await insertSession(tx, {
      id: sessionId,
      accountId,
      tokenHash: hash,
      ip: caller.ip,
      agent: caller.agent.slice(0, AGENT_LENGTH),
      now: new Date(world.now()),
      member: { id, parentId: caller.sessionId },
    });
    await deleteSessionsBeyond(tx, { accountId, memberId: id }, maxMemberSessions);
    await recordAct(services, tx, inTeam, { call: calls.teamEnter.path, subject: "" });
    return { token, caller: inTeam };
  });
}
