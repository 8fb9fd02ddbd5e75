/** The people of a customer's account, as the console lists them. */
import type { PersonRole, TeamRole } from "@turnpike/rules/team.ts";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** More than a team can have, the owner included. */
const MOST = 200;

interface PersonRow {
  personId: string | null;
  email: string | null;
  role: PersonRole;
  state: "active" | "invited";
  mfaBound: boolean;
  sessions: number;
  lastSignInAt: Date | null;
  addedAt: Date;
}
interface TeamRow {
  accountId: string;
  email: string | null;
  role: TeamRole;
  sessions: number;
  addedAt: Date;
}

const lastSignIn = (accountId: ReturnType<typeof sql>) => sql`(
  select at from login_event where account_id = ${accountId} and event = 'signin'
  order by at desc limit 1)`;

/** The owner, members and open invitations; nobody while the account is one person's. */
export async function teamOf(db: Db, accountId: string, now: Date) {
  const [people, teams] = await Promise.all([
    sql<PersonRow>`
      select "personId", email, role, state, "mfaBound", sessions, "lastSignInAt", "addedAt" from (
      select id as "personId", email, 'owner' as role, 'active' as state,
        exists (select from mfa where mfa.account_id = account.id and bound_at is not null)
          as "mfaBound",
        (select count(*)::int from session s where s.account_id = account.id and member_id is null)
          as sessions,
        ${lastSignIn(sql`account.id`)} as "lastSignInAt", created_at as "addedAt", 0 as place
      from account where id = ${accountId}
      union all
      select person_id, email, role, 'active', mfa_bound, sessions,
        ${lastSignIn(sql`person_id`)}, added_at, 1
      from team_facts where account_id = ${accountId}
      union all
      select null, email, role, 'invited', false, 0, null, invited_at, 2
      from team_invitation where account_id = ${accountId} and expires_at > ${now}
      ) person order by place, "addedAt", email limit ${MOST}`.execute(db),
    sql<TeamRow>`
      select account_id as "accountId", account_email as email, role, sessions,
        added_at as "addedAt"
      from team_facts where person_id = ${accountId} order by added_at, id limit ${MOST}`.execute(
      db,
    ),
  ]);
  return { people: people.rows.length > 1 ? people.rows : [], teams: teams.rows };
}
