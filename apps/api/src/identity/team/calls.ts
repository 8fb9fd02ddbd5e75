/** Teams of accounts (spec/accounts#teams). */
import { addressesOf } from "../account/addresses.ts";
import { shownEmail } from "../account/shown-email.ts";
import { readUserFor } from "../account/user.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { changeRole, leaveTeam, removeFromTeam } from "./change.ts";
import { enterTeam } from "./enter.ts";
import { acceptInvitation, invite, readInvitation } from "./invite.ts";
import { presentInvitation, presentMember } from "./present.ts";
import { actsOf, invitationsOf, membersOf } from "./store.ts";

type TeamCalls = Pick<
  Handlers,
  | "team"
  | "teamActs"
  | "teamInvite"
  | "teamUp"
  | "teamRemove"
  | "teamInvitation"
  | "teamAccept"
  | "teamEnter"
  | "teamLeave"
>;

export function teamCalls(services: Services): TeamCalls {
  const { db, world } = services;
  return {
    async team(_question, { accountId }) {
      const [owner, members, invitations] = await Promise.all([
        addressesOf(db, accountId),
        membersOf(db, accountId),
        invitationsOf(db, accountId, new Date(world.now())),
      ]);
      return {
        owner: shownEmail(owner.email),
        members: members.map(presentMember),
        invitations: invitations.map(presentInvitation),
      };
    },

    async teamActs({ page, limit }, { accountId }) {
      const { rows, total } = await actsOf(db, { accountId, page, limit });
      const items = rows.map(({ at, email, ...act }) => ({
        ...act,
        at: at.toISOString(),
        email: shownEmail(email),
      }));
      return { items, total, page, limit };
    },

    teamInvite: async (question, caller) =>
      presentInvitation(await invite(services, caller, question)),
    teamUp: async (question, caller) => presentMember(await changeRole(services, caller, question)),

    async teamRemove({ id }, caller) {
      await removeFromTeam(services, caller, id);
      return {};
    },

    async teamInvitation({ token }) {
      const { accountId, email, role, expiresAt } = await readInvitation(services, token);
      const owner = await addressesOf(db, accountId);
      return {
        account: shownEmail(owner.email),
        email: shownEmail(email),
        role,
        expiresAt: expiresAt.toISOString(),
      };
    },

    teamAccept: ({ token }, caller) => acceptInvitation(services, caller, token),

    async teamEnter({ id }, caller) {
      const entered = await enterTeam(services, caller, id);
      return { session: entered.token, user: await readUserFor(services, entered.caller) };
    },

    async teamLeave({ id }, caller) {
      await leaveTeam(services, caller, id);
      return {};
    },
  };
}
