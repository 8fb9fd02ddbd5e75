import { shownEmail } from "../account/shown-email.ts";
import { defineModule } from "../../platform/module.ts";
import { LOG_KEPT_MS } from "../session/jobs.ts";
import { recordAct } from "./act.ts";
import { teamCalls } from "./calls.ts";
import { deleteKeysOfPerson, deleteOldTeamRows, deleteTeamsOf, teamsOf } from "./store.ts";

export const teamModule = defineModule({
  calls: teamCalls,
  jobs: [
    {
      name: "delete-old-team-rows",
      everySeconds: 3_600,
      async run({ db, world }) {
        const now = world.now();
        await deleteOldTeamRows(db, new Date(now), new Date(now - LOG_KEPT_MS));
      },
    },
  ],
  overview: {
    async user({ db }, accountId, { inTeam }) {
      if (!inTeam) return { teams: [] };
      const rows = await teamsOf(db, accountId);
      const teams = rows.map(({ id, accountEmail, role }) => ({
        id,
        account: shownEmail(accountEmail),
        role,
      }));
      return { teams };
    },
  },
  erase: { clear: (_services, tx, { accountIds }) => deleteTeamsOf(tx, accountIds) },
  recovery: {
    // Sessions have ended before: none of them makes another key.
    end: (_services, tx, accountId) => deleteKeysOfPerson(tx, accountId),
    removeUnverified: (_services, tx, accountId) => deleteTeamsOf(tx, [accountId]),
  },
  authentication: { recordAct },
});
